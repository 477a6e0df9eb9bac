// Arguments against the schema: not every language has a compiler, and the engine checks nothing of a component's.

import { type Shown, shown } from '@petstore/custom-domains/output';
import { Output } from '@pulumi/pulumi';

interface Property {
  readonly type?: string;
  readonly $ref?: string;
  /** Known before the run. */
  readonly plain?: boolean;
  readonly additionalProperties?: Property;
}

interface Type {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  readonly enum?: readonly { readonly value: unknown }[];
}

export interface Schema {
  readonly version: string;
  readonly resources: Readonly<
    Record<
      string,
      {
        readonly inputProperties: Readonly<Record<string, Property>>;
        readonly requiredInputs: readonly string[];
        readonly properties: Readonly<Record<string, Property>>;
      }
    >
  >;
  readonly types: Readonly<Record<string, Type>>;
}

/** Every problem of the inputs of that component. A value that is not known yet has none, where it may be so. */
export function againstSchema(
  schema: Schema,
  type: string,
  inputs: Readonly<Record<string, unknown>>,
): Shown[] {
  const { inputProperties: properties = {}, requiredInputs: required } = schema.resources[type] ?? {};
  return ofObject('', inputs, { properties, required }, schema);
}

function ofObject(
  path: string,
  value: object,
  { properties = {}, required = [] }: Type,
  schema: Schema,
): Shown[] {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const given = Object.entries(value).filter(([, one]) => one !== undefined && one !== null);
  const names = given.map(([name]) => name);
  const missing = required.filter((name) => !names.includes(name));
  return [
    ...missing.map((name) => shown`${at(name)} is missing`),
    ...given.flatMap(([name, one]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property !== undefined) return ofValue(at(name), one, property, schema);
      const known = Object.keys(properties).join(', ');
      return [shown`${at(name)} is not an argument: write one of ${known}`];
    }),
  ];
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
};

function ofValue(path: string, value: unknown, property: Property, schema: Schema): Shown[] {
  if (Output.isInstance(value)) {
    const secretOrOutput = shown`${path} must be known before the run: not a secret, nor another resource's output`;
    return property.plain ? [secretOrOutput] : [];
  }
  const name = property.$ref?.replace('#/types/', '');
  const type: Type | undefined = name === undefined ? undefined : schema.types[name];
  if (type?.enum !== undefined) {
    const values = type.enum.map((one) => one.value);
    if (values.includes(value)) return [];
    return [shown`${path} must be one of ${values.join(', ')}, not ${quoted(value)}`];
  }
  const kind = type === undefined ? (property.type ?? '') : 'object';
  if (typeof value !== kind || Array.isArray(value))
    return [shown`${path} must be ${WORDS[kind]}, not ${quoted(value)}`];
  if (type !== undefined) return ofObject(path, value as object, type, schema);
  const { additionalProperties: each } = property;
  if (each === undefined) return [];
  return Object.entries(value as object).flatMap(([key, one]) =>
    ofValue(`${path}.${key}`, one, each, schema),
  );
}

const MAX_QUOTED = 60;

const quoted = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, MAX_QUOTED);
