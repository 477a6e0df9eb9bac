// The names of a stack file: each definition parses a name to its normal form, or says what is wrong with it.

import { HOST_FORM, type HostFault, normaliseHost, TARGET_FORM } from '@petstore/custom-domains/names';
import * as z from 'zod';
import { parseDestination } from './redirect-destination.ts';
import { type Parsed, parsedBy } from './scalars.ts';

/** A host name in its normal form: lower case, A-labels, no final dot. */
export function host(description: string) {
  // One more than a certificate takes: a final dot is dropped.
  const meta = { ...HOST_FORM, maxLength: 65, description };
  return z.string().meta(meta).transform(parsedBy(parseHost));
}

export function hosts(item: string, description: string) {
  return z.array(host(item)).meta({ uniqueItems: true, description, examples: [['shop.petstore.example']] });
}

/** Where a redirect leads. */
export function destination(description: string) {
  const parse = (text: string) => quoted(text, parseDestination(text));
  return z
    .string()
    .meta({ ...TARGET_FORM, description })
    .transform(parsedBy(parse));
}

function parseHost(text: string): Parsed<string> {
  const result = normaliseHost(text);
  return quoted(text, result.ok ? { value: result.host } : { fault: result.fault });
}

/** The keys of `petstore:zones`: a mapping keeps its keys as they are written, so `zoneName` gives the normal form. */
export function checkZoneNames(zones: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  for (const text of Object.keys(zones)) {
    const { refusal } = parseHost(text);
    if (refusal !== undefined) context.addIssue({ code: 'custom', path: [text], params: { ...refusal } });
  }
}

/** Undefined for a key that is not a valid name. */
export function zoneName(key: string): string | undefined {
  return parseHost(key).value;
}

/** A fault of a name says what follows the quoted name. */
function quoted<Value>(
  text: string,
  result: { readonly value: Value } | { readonly fault: HostFault },
): Parsed<Value> {
  if ('value' in result) return result;
  const { code, what, fix } = result.fault;
  const shown = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return { refusal: { code: `host-${code}`, what: `"${shown}" ${what}`, fix } };
}
