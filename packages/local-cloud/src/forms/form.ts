// What becomes of an input between the program, the service that keeps it, and the provider that compares the two.
import { isUnknown } from '@pulumi/pulumi/output.js';
import { mapAt, mapPairAt } from './paths.ts';

export type Properties = Readonly<Record<string, unknown>>;

/** Inputs whole: as the service gives them back, and as the program declares them. */
export interface Sides {
  readonly served: Properties;
  readonly declared: Properties;
}

/** One input. What no rule names comes back as it was declared, and is compared as it is. */
export interface FormRule {
  /** Dotted; `[]` stands for each element of a list: `aliases[].name`. */
  readonly path: string;
  /** The service's form of the value, which create, read and update give back; undefined where it was left out. */
  readonly served?: (value: unknown, inputs: Properties) => unknown;
  /** Optional and computed: where the program leaves it out, whatever the service has is no change. */
  readonly computed?: true;
  /** Where the provider sees no change between two texts that differ: DiffSuppressFunc, sets, StateFunc. */
  readonly same?: (served: unknown, declared: unknown, sides: Sides) => boolean;
  /** The provider never reads it back: what was declared last stays. */
  readonly unread?: true;
}

export interface Forms {
  readonly rules: readonly FormRule[];
  /**
   * A resource of the plugin framework. There the state after an apply is what was declared (Terraform refuses a
   * provider that gives anything else), until it is read back; and an empty value is not an absent one. A resource of
   * the plugin SDK reads itself back at the end of create and update, and compares with that.
   */
  readonly framework?: true;
}

/** The inputs as the service gives them back. Unknown values stay unknown. */
export function serve({ rules }: Forms, inputs: Properties): Properties {
  return rules.reduce<Properties>((served, { path, served: form }) => {
    if (form === undefined) return served;
    const convert = (value: unknown) => (isUnknown(value) ? value : form(value, served));
    return mapAt(served, path, convert) as Properties;
  }, inputs);
}

/** What the provider compares with `declared`: the service's side, without the differences that it takes for none. */
export function settle(forms: Forms, held: Properties, declared: Properties): Properties {
  const served = forms.framework === true ? held : serve(forms, held);
  const sides = { served, declared };
  return forms.rules.reduce<Properties>((settled, rule) => {
    const isSame = (one: unknown, other: unknown) => isNoChange(rule, one, other, sides);
    return mapPairAt(settled, declared, rule.path, (one, other) =>
      isSame(one, other) ? other : one,
    ) as Properties;
  }, served);
}

function isNoChange({ computed, same }: FormRule, served: unknown, declared: unknown, sides: Sides): boolean {
  if (declared === undefined && computed === true) return true;
  return same !== undefined && !hasUnknown(declared) && same(served, declared, sides);
}

/** Without the defaults of what is computed where the program leaves it out. */
export function withoutComputed({ rules }: Forms, filled: Properties, declared: Properties): Properties {
  const computed = rules.filter((rule) => rule.computed === true);
  return computed.reduce<Properties>(
    (inputs, { path }) =>
      mapPairAt(inputs, declared, path, (value, given) =>
        given === undefined ? undefined : value,
      ) as Properties,
    filled,
  );
}

function hasUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasUnknown);
}
