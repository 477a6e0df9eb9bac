// Who may use the page: whoever has the address that the command printed, in a browser that sends from the page itself; and the
// headers of every response.
import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { documentOf, html } from '../pages/layout.ts';

const COOKIE = 'session';

/** Of this run alone. */
export interface PageAddress {
  /** `domains-1f2e….localhost:PORT`, the only Host that is served. */
  readonly host: string;
  readonly token: string;
}

/** Of every request, in this order. */
export function checks(address: PageAddress): MiddlewareHandler[] {
  return [pageHeaders(), requireOwnOrigin(address), requireSession(address), requireShortBody];
}

/** Refuses a foreign name (DNS rebinding), and a request that another page sends, whether or not it has the cookie. */
function requireOwnOrigin({ host }: PageAddress): MiddlewareHandler {
  const origin = `http://${host}`;
  return async (c, next) => {
    if (c.req.header('host') !== host) return c.text('This name is not served here.', 421);
    const from = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const isSafe = c.req.method === 'GET' || c.req.method === 'HEAD';
    // Every browser sends Origin with a POST (Fetch, "append a request `Origin` header").
    if (from === undefined ? !isSafe : from !== origin) return c.html(REFUSED, 403);
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return c.html(REFUSED, 403);
    return next();
  };
}

/** The token of the printed address becomes a cookie, and leaves the address. Without either, nothing is shown but how to get in. */
function requireSession({ token }: PageAddress): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'GET' && c.req.path === '/' && isSame(c.req.query('token') ?? '', token)) {
      setCookie(c, COOKIE, token, { httpOnly: true, sameSite: 'Strict', path: '/' });
      return c.redirect('/', 303);
    }
    if (isSame(getCookie(c, COOKIE) ?? '', token) || c.req.path.startsWith('/assets/')) return next();
    return c.html(REFUSED, 401);
  };
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const REFUSED = documentOf(
  'Open the printed address',
  html`<link rel="stylesheet" href="/assets/styles.css">`,
  html`<main><h1>Open the printed address</h1>
<p>Another page sent this request, this browser has no session here, or the command was started again.</p>
<p>To get in, open the address that the command printed in its terminal, with its token. If it is lost, stop the command and start it again: it prints a new one.</p></main>`,
);

/** A form with one host is far below this. */
const MAX_BODY_BYTES = 16 * 1024;

/** A browser sends the length of every form. Throws HTTPException. Not hono's `bodyLimit`: a chunked body is a fault of ours there. */
const requireShortBody: MiddlewareHandler = (c, next) => {
  const length = c.req.header('content-length') ?? 0;
  if (c.req.header('transfer-encoding') === undefined && Number(length) <= MAX_BODY_BYTES) return next();
  throw new HTTPException(413, { message: 'The form is too long, or its length is missing.' });
};

const OWN = ["'self'"];
const NONE = ["'none'"];

/** Nothing from another origin, no inline script or style, no frame, no cache. */
function pageHeaders(): MiddlewareHandler {
  const secure = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: NONE,
      scriptSrc: OWN,
      styleSrc: OWN,
      imgSrc: OWN,
      connectSrc: OWN,
      formAction: OWN,
      baseUri: NONE,
      frameAncestors: NONE,
    },
    // With `no-referrer` a browser sends `Origin: null` with the page's own forms (Fetch, 3.2).
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    // The page is not served over TLS, so that the header would have no effect (RFC 6797 8.1).
    strictTransportSecurity: false,
  });
  return async (c, next) => {
    await secure(c, next);
    c.header('Cache-Control', 'no-store');
  };
}
