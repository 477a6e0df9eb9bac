// The look-up of a certificate that has ended, by its name: the provider has no other.
import { getCertificate } from '@pulumi/aws/acm/getCertificate.js';
import type { InvokeOptions } from '@pulumi/pulumi';

/** Statuses that a certificate of ACM's never leaves ("delete the request … and try again": API reference). */
const FINAL = ['FAILED', 'VALIDATION_TIMED_OUT', 'EXPIRED', 'REVOKED'] as const;
export type FinalStatus = (typeof FINAL)[number];

export const KEY_ALGORITHM = 'EC_prime256v1';

/** A certificate of that name which ACM will never issue, or no longer serves. */
export interface Ended {
  readonly arn: string;
  readonly status: FinalStatus;
  readonly tags: Readonly<Record<string, string>>;
}

/** The certificate at that ARN where it has ended, else another of that name which has; undefined: there is none. */
export async function endedRequest(
  host: string,
  arn: string,
  opts: InvokeOptions | undefined,
): Promise<Ended | undefined> {
  const all = await lookUp(host, arn, FINAL, opts);
  if (all !== 'several') return all;
  const each = await Promise.all(FINAL.map((status) => lookUp(host, arn, [status], opts)));
  const found = each.filter((one): one is Ended => one !== undefined && one !== 'several');
  return found.find((one) => one.arn === arn) ?? found[0];
}

/**
 * The provider finds a certificate by its name only, and reports with an error that there is none, or more than one
 * (terraform-provider-aws, internal/service/acm/certificate_data_source.go). Of several of one status it returns the
 * newest: the state's own, unless somebody else in the account requested the same name later.
 */
async function lookUp(
  host: string,
  arn: string,
  statuses: readonly FinalStatus[],
  opts: InvokeOptions | undefined,
): Promise<Ended | 'several' | undefined> {
  const mostRecent = statuses.length === 1;
  const region = arn.split(':')[3];
  const wanted = { domain: host, keyTypes: [KEY_ALGORITHM], types: ['AMAZON_ISSUED'] };
  try {
    const found = await getCertificate({ ...wanted, statuses: [...statuses], mostRecent, region }, opts);
    return found as typeof found & { status: FinalStatus };
  } catch (error) {
    const { message } = error as Error;
    if (/\bno ACM Certificate (found )?matching\b/.test(message)) return undefined;
    if (/\bmultiple ACM Certificates matching\b/.test(message)) return 'several';
    throw error;
  }
}
