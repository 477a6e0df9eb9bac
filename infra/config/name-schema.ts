// The names of a stack file, and where its redirects lead: each definition parses a text to its normal form, or refuses it.

import {
  HOST_FORM,
  type HostFault,
  normaliseHost,
  TARGET_BYTES,
  TARGET_FORM,
} from '@petstore/custom-domains/names';
import * as z from 'zod';
import { type Parsed, parsedBy, shortened } from './scalars.ts';

/** A host name in its normal form: lower case, A-labels, no final dot. */
export function host(description: string) {
  // One more than a certificate takes: a final dot is dropped.
  const meta = { ...HOST_FORM, maxLength: 65, description };
  return z.string().meta(meta).transform(parsedBy(parseHost));
}

export function hosts(item: string, description: string) {
  return z.array(host(item)).meta({ uniqueItems: true, description, examples: [['shop.petstore.example']] });
}

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

export function zoneName(key: string): string | undefined {
  return parseHost(key).value;
}

function quoted<Value>(
  text: string,
  result: { readonly value: Value } | { readonly fault: HostFault },
): Parsed<Value> {
  if ('value' in result) return result;
  const { code, what, fix } = result.fault;
  return { refusal: { code: `host-${code}`, what: `"${shortened(text)}" ${what}`, fix } };
}

export interface RedirectDestination {
  readonly host: string;
  /** `https://host/path`, no final slash: the path of each request is appended to it. */
  readonly url: string;
  /** Written as a full URL, so its host need not be one of the stack's. */
  readonly full: boolean;
}

type DestinationResult = { readonly value: RedirectDestination } | { readonly fault: HostFault };

export function parseDestination(text: string): DestinationResult {
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(text)) return parseUrl(text);
  const named = normaliseHost(text);
  if (named.ok) return { value: { host: named.host, url: `https://${named.host}`, full: false } };
  const [host = '', ...path] = text.split('/');
  // "example.com/guide": "it must be a full URL" helps more than "a host name has no slash".
  if (path.length === 0 || !normaliseHost(host).ok) return { fault: named.fault };
  return faulty('needs-https', 'has a path, so it must be a full URL', `write "https://${text}"`);
}

function parseUrl(text: string): DestinationResult {
  const url = URL.parse(text);
  // URL standard, basic URL parser: tabs and line ends are dropped, and "\" becomes "/": a redirect would not lead where
  // its text says.
  if (url === null || /[\s\\]/u.test(text))
    return faulty('bad-url', 'is not a valid URL', 'write it like https://example.com/guide');
  if (url.protocol !== 'https:')
    return faulty('needs-https', 'is not https', `write "https://${text.replace(/^[^:]*:\/\//u, '')}"`);
  if (url.username !== '' || url.password !== '' || text.includes('@'))
    return faulty('bad-url', 'has a user name in it', 'leave it out: every visitor would see it');
  if (/[?#]/u.test(text))
    return faulty(
      'bad-url',
      'has a query or a fragment',
      "leave it out: the path and the query of the visitor's request are appended",
    );
  const named = normaliseHost(url.hostname);
  if (!named.ok) return { fault: named.fault };
  if (url.href.length > TARGET_BYTES)
    return faulty('long-url', `has more than ${TARGET_BYTES} characters`, 'redirect to a shorter path');
  const origin = `https://${named.host}${url.port && `:${url.port}`}`;
  return { value: { host: named.host, url: origin + url.pathname.replace(/\/+$/u, ''), full: true } };
}

function faulty(code: string, what: string, fix: string): DestinationResult {
  return { fault: { code, what, fix } };
}
