// The headers of every response: nothing from another origin, no inline script or style, no frame, no cache.
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const OWN = ["'self'"];
const NONE = ["'none'"];

export function pageHeaders(): MiddlewareHandler {
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
    crossOriginResourcePolicy: 'same-origin',
    crossOriginOpenerPolicy: 'same-origin',
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
