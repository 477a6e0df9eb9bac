// The code of a redirect's viewer function, as CloudFront Functions runs it (cloudfront-js-2.0).
import { isPermanent, PERMANENT_SECONDS, type RedirectStatus } from '../names/redirect-status.ts';

export interface Redirect {
  /** A host name, or a full https URL whose path becomes a prefix of the request's path: `https://host/path`. */
  readonly to: string;
  /** 301 and 308 are permanent; 307 and 308 keep the method. */
  readonly status: RedirectStatus;
}

const DESCRIPTIONS: Readonly<Record<RedirectStatus, string>> = {
  301: 'Moved Permanently',
  302: 'Found',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
};

/** Without a limit browsers keep a permanent redirect for ever: with this one they see a change after an hour. */
const PERMANENT_FOR = `max-age=${PERMANENT_SECONDS}`;

/**
 * Two years, for this host alone. Browsers ignore it over http (RFC 6797 section 8.1), and a viewer function cannot see
 * which of the two a request came by.
 */
const HSTS = 'max-age=63072000';

/**
 * Keeps path and query as they were sent: `uri` is not decoded, and `rawQueryString()` is undefined only where there
 * was no `?` (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/general-helper-methods.html).
 * Written in ECMAScript 5.1, which every runtime of CloudFront Functions takes; limit 10 KB.
 */
export function redirectFunctionCode({ to, status }: Redirect): string {
  return `function handler(event) {
  var request = event.request;
  var query = request.rawQueryString();
  var location = ${JSON.stringify(redirectBase(to))} + request.uri + (query === undefined ? '' : '?' + query);
  return {
    statusCode: ${status},
    statusDescription: ${JSON.stringify(DESCRIPTIONS[status])},
    headers: {
      location: { value: location },
      'strict-transport-security': { value: ${JSON.stringify(HSTS)} },
      'cache-control': { value: ${JSON.stringify(isPermanent(status) ? PERMANENT_FOR : 'no-store')} }
    }
  };
}
`;
}

/** `petstore.example` → `https://petstore.example`; a URL without its final slash. */
export function redirectBase(to: string): string {
  return to.startsWith('https://') ? to.replace(/\/+$/, '') : `https://${to}`;
}
