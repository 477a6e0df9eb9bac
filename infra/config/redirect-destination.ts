// What a redirect points at: a host of the stack, or a full https URL.
import { type HostFault, normaliseHost } from '@petstore/custom-domains/names';

export interface RedirectTarget {
  readonly host: string;
  /** `https://host/path`, no final slash: a prefix of what is asked. */
  readonly url: string;
  /** Written as a full URL, so it may be elsewhere. */
  readonly full: boolean;
}

export type TargetResult =
  | { readonly ok: true; readonly target: RedirectTarget }
  | { readonly ok: false; readonly fault: HostFault };

export function parseTarget(text: string): TargetResult {
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(text)) return parseUrl(text);
  const named = normaliseHost(text);
  if (named.ok) return { ok: true, target: { host: named.host, url: `https://${named.host}`, full: false } };
  const [host = '', ...path] = text.split('/');
  // "example.com/guide": a path needs the full form, which says so better than "a host name has no slash".
  if (path.length === 0 || !normaliseHost(host).ok) return named;
  return faulty('needs-https', 'has a path, so it must be a full URL', `write "https://${text}"`);
}

function parseUrl(text: string): TargetResult {
  const url = URL.parse(text);
  // The URL standard drops tabs and line ends and turns "\" to "/": what is written is what must be meant.
  if (url === null || /[\s\\]/u.test(text)) {
    return faulty('bad-url', 'is no URL', 'write it like https://example.com/guide');
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
      'leave it out: path and query of the visitor follow',
    );
  }
  const named = normaliseHost(url.hostname);
  if (!named.ok) return named;
  const address = `https://${named.host}${url.port && `:${url.port}`}`;
  return {
    ok: true,
    target: { host: named.host, url: address + url.pathname.replace(/\/+$/u, ''), full: true },
  };
}

function faulty(code: string, what: string, fix: string): TargetResult {
  return { ok: false, fault: { code, what, fix } };
}
