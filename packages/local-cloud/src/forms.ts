// How a service changes an input that it stores, and how the provider compares the stored value with the declared one.
import { isUnknown } from '@pulumi/pulumi/output.js';

export type Properties = Readonly<Record<string, unknown>>;

/** All inputs: as the service returns them, and as the program declares them. */
export interface Sides {
  readonly served: Properties;
  readonly declared: Properties;
}

/** The rule for one input. An input without a rule is returned as declared and compared by equality. */
interface FormRule {
  readonly input: string;
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
  return rules.reduce((served, { input, served: form }) => {
    const value = served[input];
    return form === undefined || isUnknown(value) ? served : withValue(served, input, form(value, served));
  }, inputs);
}

/** What the provider compares with `declared`: the service's inputs, without the differences that it ignores. */
export function settle(forms: Forms, held: Properties, declared: Properties): Properties {
  const served = forms.framework === true ? held : serve(forms, held);
  return forms.rules.reduce((settled, { input, computed, same }) => {
    const value = declared[input];
    const isSame =
      (value === undefined && computed === true) ||
      (same !== undefined && !isUnknown(value) && same(settled[input], value, { served, declared }));
    return isSame ? withValue(settled, input, value) : settled;
  }, served);
}

/** Removes the defaults of computed inputs that the program does not declare. */
export function withoutComputed({ rules }: Forms, filled: Properties, declared: Properties): Properties {
  const isDefault = ({ input, computed }: FormRule) => computed === true && declared[input] === undefined;
  return rules.filter(isDefault).reduce((inputs, { input }) => withValue(inputs, input, undefined), filled);
}

function withValue(inputs: Properties, input: string, value: unknown): Properties {
  const { [input]: before, ...others } = inputs;
  if (Object.is(before, value)) return inputs;
  return value === undefined ? others : { ...others, [input]: value };
}

// Conversions and comparisons that the forms of several services share.

/** Converts strings only; any other value stays as it is. */
export function text(convert: (value: string) => string): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' ? convert(value) : value);
}

/**
 * What the plugin SDK compares an absent value as: "", 0, false, an empty list or map.
 * terraform-plugin-sdk, helper/schema/schema.go, schemaMap.diffString, diffList, diffMap.
 */
export function isZero(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true;
  return (Array.isArray(value) || isPlain(value)) && Object.keys(value).length === 0;
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
