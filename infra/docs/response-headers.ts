// The security headers of every response of the site.
import type * as aws from '@pulumi/aws';

/**
 * Nothing inline, nothing from other origins, no markup from script. `connect-src` is any https here because the API's
 * address may come from a resource that depends on this site; the policy in each page limits it to that origin (a
 * request must pass both policies).
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  'connect-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const TWO_YEARS = 63_072_000;

const CUSTOM_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

export function securityHeaders(): aws.cloudfront.ResponseHeadersPolicyArgs {
  return {
    comment: 'Security headers of the documentation site',
    securityHeadersConfig: {
      contentSecurityPolicy: { contentSecurityPolicy: CONTENT_SECURITY_POLICY, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: 'DENY', override: true },
      referrerPolicy: { referrerPolicy: 'no-referrer', override: true },
      // Without subdomains: those of an apex may belong to others.
      strictTransportSecurity: { accessControlMaxAgeSec: TWO_YEARS, override: true },
    },
    customHeadersConfig: {
      items: Object.entries(CUSTOM_HEADERS).map(([header, value]) => ({ header, value, override: true })),
    },
  };
}
