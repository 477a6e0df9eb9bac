// The headers that a response headers policy adds.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/understanding-response-headers-policies.html
import type { ResponseHeadersPolicyInputs } from './inputs.ts';

interface PolicyHeader {
  readonly header: string;
  readonly value: string;
  /** Whether it replaces the origin's header of that name. */
  readonly override: boolean;
}

export function withPolicyHeaders(
  headers: Readonly<Record<string, string>>,
  policy: ResponseHeadersPolicyInputs | undefined,
): Record<string, string> {
  const result = { ...headers };
  for (const { header, value, override } of policy === undefined ? [] : policyHeaders(policy)) {
    const name = header.toLowerCase();
    if (override || result[name] === undefined) result[name] = value;
  }
  return result;
}

function policyHeaders({
  securityHeadersConfig,
  customHeadersConfig,
}: ResponseHeadersPolicyInputs): PolicyHeader[] {
  const {
    contentSecurityPolicy: csp,
    contentTypeOptions,
    frameOptions,
    referrerPolicy,
    strictTransportSecurity,
  } = securityHeadersConfig ?? {};
  const header = (name: string, value: string, { override }: { override: boolean }) => [
    { header: name, value, override },
  ];
  return [
    ...(csp ? header('content-security-policy', csp.contentSecurityPolicy, csp) : []),
    ...(contentTypeOptions ? header('x-content-type-options', 'nosniff', contentTypeOptions) : []),
    ...(frameOptions ? header('x-frame-options', frameOptions.frameOption, frameOptions) : []),
    ...(referrerPolicy ? header('referrer-policy', referrerPolicy.referrerPolicy, referrerPolicy) : []),
    ...(strictTransportSecurity
      ? header(
          'strict-transport-security',
          transportSecurity(strictTransportSecurity),
          strictTransportSecurity,
        )
      : []),
    ...(customHeadersConfig?.items ?? []),
  ];
}

function transportSecurity(config: {
  readonly accessControlMaxAgeSec: number;
  readonly includeSubdomains: boolean;
  readonly preload: boolean;
}): string {
  const parts = [`max-age=${config.accessControlMaxAgeSec}`];
  if (config.includeSubdomains) parts.push('includeSubDomains');
  if (config.preload) parts.push('preload');
  return parts.join('; ');
}
