// What is in the URN of a resource: `urn:pulumi:<stack>::<project>::<type>::<name>`.
// https://www.pulumi.com/docs/iac/concepts/resources/names/#urns

export interface UrnParts {
  /** Its parents' types and its own, joined by `$`. */
  readonly qualifiedType: string;
  readonly type: string;
  /** The logical name, which may hold `::` itself. */
  readonly name: string;
}

/** Each part is empty where the text has none. */
export function parseUrn(urn: string): UrnParts {
  const [, , qualifiedType = '', ...name] = urn.split('::');
  return { qualifiedType, type: qualifiedType.split('$').at(-1) ?? '', name: name.join('::') };
}
