// Where a redirect leads: to a host of the stack, or to a full https URL.
import { type HostFault, normaliseHost } from '@petstore/custom-domains/names';

export interface RedirectDestination {
  readonly host: string;
  /** `https://host/path`, no final slash: the path of each request is appended to it. */
  readonly url: string;
  /** Written as a full URL, so its host need not be one of the stack's. */
  readonly full: boolean;
}

export type DestinationResult = { readonly value: RedirectDestination } | { readonly fault: HostFault };

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
  // URL standard, basic URL parser: tabs and line ends are dropped, and "\" becomes "/". Such a text is refused, so
  // that a redirect leads exactly where its text says.
  if (url === null || /[\s\\]/u.test(text)) {
    return faulty('bad-url', 'is not a valid URL', 'write it like https://example.com/guide');
  }
  if (url.protocol !== 'https:') {
    return faulty('needs-https', 'is not https', `write "https://${text.replace(/^[^:]*:\/\//u, '')}"`);
  }
  if (url.username !== '' || url.password !== '' || text.includes('@')) {
    return faulty('bad-url', 'has a user name in it', 'leave it out: every visitor would see it');
  }
  if (/[?#]/u.test(text)) {
    return faulty(
      'bad-url',
      'has a query or a fragment',
      "leave it out: the path and the query of the visitor's request are appended",
    );
  }
  const named = normaliseHost(url.hostname);
  if (!named.ok) return { fault: named.fault };
  const origin = `https://${named.host}${url.port && `:${url.port}`}`;
  return { value: { host: named.host, url: origin + url.pathname.replace(/\/+$/u, ''), full: true } };
}

function faulty(code: string, what: string, fix: string): DestinationResult {
  return { fault: { code, what, fix } };
}
