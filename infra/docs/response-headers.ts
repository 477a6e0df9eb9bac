// The security headers of every answer of the site.
import type * as aws from '@pulumi/aws';

/**
 * Nothing inline, nothing from elsewhere, no markup made by script. `connect-src` is any https here because the
 * API's address may come from a resource that needs this site's; each page narrows it to that one origin itself
 * (policies add up: a request must pass both).
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
      // Not for subdomains: those of an apex may belong to others.
      strictTransportSecurity: { accessControlMaxAgeSec: TWO_YEARS, override: true },
    },
    customHeadersConfig: {
      items: Object.entries(CUSTOM_HEADERS).map(([header, value]) => ({ header, value, override: true })),
    },
  };
}
