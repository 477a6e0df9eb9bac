// The parts of a resource's URN: `urn:pulumi:<stack>::<project>::<type>::<name>`.
// https://www.pulumi.com/docs/iac/concepts/resources/names/#urns

export interface UrnParts {
  readonly stack: string;
  /** Its parents' types and its own, joined by `$`. */
  readonly qualifiedType: string;
  readonly type: string;
  readonly name: string;
}

/** A part that the text lacks is empty. */
export function parseUrn(urn: string): UrnParts {
  const [of = '', , qualifiedType = '', ...name] = urn.split('::');
  const stack = of.replace('urn:pulumi:', '');
  return { stack, qualifiedType, type: qualifiedType.split('$').at(-1) ?? '', name: name.join('::') };
}

/** The type of a host's component, and the one that it had at first, which a state can have. */
export const HOST_TYPE = 'custom-domains:index:CustomHost';
export const FIRST_HOST_TYPE = 'petstore:domains:CustomHost';

/** Whether the resource is a host's component or within one. */
export function isOfHost(urn: string): boolean {
  const types = parseUrn(urn).qualifiedType.split('$');
  return types.includes(HOST_TYPE) || types.includes(FIRST_HOST_TYPE);
}
