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

function policyHeaders(policy: ResponseHeadersPolicyInputs): PolicyHeader[] {
  const { securityHeadersConfig: security = {}, customHeadersConfig } = policy;
  const { contentSecurityPolicy: csp, contentTypeOptions, frameOptions: frame } = security;
  const { referrerPolicy: referrer, strictTransportSecurity: transport } = security;
  const header = (name: string, config: { override: boolean } | undefined, value = ''): PolicyHeader[] =>
    config === undefined ? [] : [{ header: name, value, override: config.override }];
  return [
    ...header('content-security-policy', csp, csp?.contentSecurityPolicy),
    ...header('x-content-type-options', contentTypeOptions, 'nosniff'),
    ...header('x-frame-options', frame, frame?.frameOption),
    ...header('referrer-policy', referrer, referrer?.referrerPolicy),
    ...header('strict-transport-security', transport, transport && transportSecurity(transport)),
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
