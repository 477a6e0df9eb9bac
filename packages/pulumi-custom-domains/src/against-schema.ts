// Arguments against the schema: not every language has a compiler, and the engine checks nothing of a component's.
import { type Shown, shown } from '@petstore/custom-domains/output';
import { Output } from '@pulumi/pulumi';

type Named<Value> = Readonly<Record<string, Value>>;

interface Property {
  readonly type?: string;
  readonly $ref?: string;
  readonly plain?: boolean;
  readonly additionalProperties?: Property;
}

interface Type {
  readonly properties?: Named<Property>;
  readonly required?: readonly string[];
  readonly enum?: readonly { readonly value: unknown }[];
}

interface Component {
  readonly inputProperties: Named<Property>;
  readonly requiredInputs: readonly string[];
  readonly properties: Named<Property>;
}

export interface Schema {
  readonly version: string;
  readonly resources: Named<Component>;
  readonly types: Named<Type>;
}

const WORDS: Named<string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
};

const MAX_QUOTED = 60;
const quoted = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, MAX_QUOTED);

/** Every problem of the component's inputs. What is not known yet has none, where it may be unknown. */
export function againstSchema(
  { inputProperties, requiredInputs }: Component,
  types: Schema['types'],
  inputs: Named<unknown>,
): Shown[] {
  const ofObject = (path: string, value: object, { properties = {}, required = [] }: Type): Shown[] => {
    const given = Object.entries(value).filter(([, one]) => one !== undefined && one !== null);
    const missing = required.filter((name) => !given.some(([one]) => one === name));
    const known = Object.keys(properties).join(', ');
    return [
      ...missing.map((name) => shown`${path}${name} is missing`),
      ...given.flatMap(([name, one]) => {
        const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
        if (property !== undefined) return ofValue(`${path}${name}`, one, property);
        return [shown`${path}${name} is not an argument: write one of ${known}`];
      }),
    ];
  };
  const ofValue = (path: string, value: unknown, { type, $ref, plain, ...of }: Property): Shown[] => {
    if (Output.isInstance(value)) {
      if (!plain) return [];
      return [shown`${path} must be known before the run: not a secret, nor another resource's output`];
    }
    const named = $ref === undefined ? undefined : types[$ref.replace('#/types/', '')];
    const values = named?.enum?.map((one) => one.value);
    if (values?.includes(value)) return [];
    if (values) return [shown`${path} must be one of ${values.join(', ')}, not ${quoted(value)}`];
    const kind = type ?? 'object';
    if (typeof value !== kind || Array.isArray(value))
      return [shown`${path} must be ${WORDS[kind]}, not ${quoted(value)}`];
    if (named !== undefined) return ofObject(`${path}.`, value as object, named);
    const { additionalProperties: each } = of;
    if (each === undefined) return [];
    return Object.entries(value as object).flatMap(([key, one]) => ofValue(`${path}.${key}`, one, each));
  };
  return ofObject('', inputs, { properties: inputProperties, required: requiredInputs });
}
