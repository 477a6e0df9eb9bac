// How the service changes an input that it stores, and how the provider compares the stored value with the declared one.
import { isUnknown } from '@pulumi/pulumi/output.js';

export type Properties = Readonly<Record<string, unknown>>;

/** All inputs: as the service returns them, and as the program declares them. */
export interface Sides {
  readonly served: Properties;
  readonly declared: Properties;
}

/** The rule for one input. An input without a rule is returned as declared and compared by equality. */
export interface FormRule {
  /** Dotted; `[]` stands for each element of a list: `aliases[].name`. */
  readonly path: string;
  /** Converts a value to the form that the service returns; `value` is undefined where it was not declared. */
  readonly served?: (value: unknown, inputs: Properties) => unknown;
  /** Optional and computed: where the program does not declare it, any value of the service is no change. */
  readonly computed?: true;
  /** Whether the provider sees no change between two different values: DiffSuppressFunc, sets, StateFunc. */
  readonly same?: (served: unknown, declared: unknown, sides: Sides) => boolean;
}

export interface Forms {
  readonly rules: readonly FormRule[];
  /**
   * A resource of Terraform's plugin framework. Its state after an apply is what was declared (Terraform refuses a
   * provider that returns anything else), until it is read back; and an empty value differs from an absent one. A
   * resource of the older plugin SDK is read back at the end of create and update, and compared with that.
   */
  readonly framework?: true;
}

/** The inputs as the service returns them. Unknown values stay unknown. */
export function serve({ rules }: Forms, inputs: Properties): Properties {
  return rules.reduce<Properties>((served, { path, served: form }) => {
    if (form === undefined) return served;
    const convert = (value: unknown) => (isUnknown(value) ? value : form(value, served));
    return mapAt(served, path, convert) as Properties;
  }, inputs);
}

/** What the provider compares with `declared`: the service's inputs, without the differences that it ignores. */
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

/** Removes the defaults of computed inputs that the program does not declare. */
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

// Values within inputs, by dotted paths whose `[]` stands for each element of a list. Values are never mutated.

type Convert = (value: unknown) => unknown;
type ConvertPair = (value: unknown, other: unknown) => unknown;

/** The value with `convert` applied at the path; unchanged where a parent on the path is absent. */
function mapAt(target: unknown, path: string, convert: Convert): unknown {
  return mapPairAt(target, undefined, path, convert);
}

/** The same for two values in parallel; lists are paired by position. */
export function mapPairAt(target: unknown, other: unknown, path: string, convert: ConvertPair): unknown {
  return walk(target, other, path.replaceAll('[]', '.[]').split('.'), convert);
}

function walk(
  target: unknown,
  other: unknown,
  [key, ...rest]: readonly string[],
  convert: ConvertPair,
): unknown {
  if (key === undefined) return convert(target, other);
  if (key === '[]') {
    if (!Array.isArray(target)) return target;
    const others = Array.isArray(other) ? other : [];
    return target.map((element, index) => walk(element, others[index], rest, convert));
  }
  if (!isPlain(target)) return target;
  const before = target[key];
  const after = walk(before, within(other, key), rest, convert);
  if (Object.is(before, after)) return target;
  const { [key]: _before, ...others } = target;
  return after === undefined ? others : { ...others, [key]: after };
}

/** A part of an unknown value is unknown. */
function within(other: unknown, key: string): unknown {
  if (isUnknown(other)) return other;
  return isPlain(other) ? other[key] : undefined;
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
