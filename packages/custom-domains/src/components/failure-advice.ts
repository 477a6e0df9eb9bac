// What a failure of a host means and what to do about it, from the providers' messages. Pure.
import type { Failure, Refusal } from '../dns-hosts/descriptor.ts';
import { DNS_HOSTS } from '../dns-hosts/list.ts';
import { parseUrn } from '../names/urn.ts';

export interface Advice {
  /** One word: ACM's failure reason (`CAA_ERROR`), `TIMED_OUT`, or that of a DNS host's refusal. */
  readonly reason: string;
  readonly text: string;
}

/** ACM's failure reasons for a public certificate (user guide, "Certificate request fails"), and `TIMED_OUT`. */
const REASONS: Readonly<Record<string, string>> = {
  CAA_ERROR: 'a CAA record of the host, or above it, does not let Amazon issue: add one for amazon.com',
  ADDITIONAL_VERIFICATION_REQUIRED:
    'ACM needs more information about the domain: open a case with AWS Support',
  DOMAIN_NOT_ALLOWED:
    'a list of unsafe sites names the domain: have it removed from the list, or open a case with AWS Support',
  DOMAIN_VALIDATION_DENIED: 'ACM denied the validation of the domain: open a case with AWS Support',
  INVALID_PUBLIC_DOMAIN: 'ACM knows no such public domain: correct the name',
  OTHER: 'ACM gives no reason: correct the name if it is misspelled',
  TIMED_OUT: 'ACM did not see the validation record in time: check that DNS returns it',
  VALIDATION_TIMED_OUT: 'ACM did not see the validation record within 72 hours: check that DNS returns it',
};

const REFUSALS: readonly Refusal[] = DNS_HOSTS.flatMap(({ refusals }) => refusals);

/** What the reason means, and what to do; for an unknown reason too. */
export function explainReason(reason: string): string {
  const refusal = REFUSALS.find((one) => one.reason === reason);
  if (refusal !== undefined) return refusal.meaning;
  const text =
    REASONS[reason] ?? `ACM's reason is ${reason}: see "Certificate request fails" in its user guide`;
  return `${text}; the next deployment ${reason === 'TIMED_OUT' ? 'waits again' : 'requests a new certificate'}`;
}

/** Undefined: the provider's own message is enough. */
export function adviceOn(failure: Failure): Advice | undefined {
  const { type } = parseUrn(failure.urn);
  if (type === 'aws:acm/certificateValidation:CertificateValidation') return ofCertificate(failure);
  const refusal = REFUSALS.find((one) => one.type === type && one.error.test(failure.error));
  return refusal && { reason: refusal.reason, text: refusal.advice(failure) };
}

/** Messages of terraform-provider-aws, internal/service/acm/certificate_validation.go. */
function ofCertificate({ error }: Failure): Advice | undefined {
  const [, status, cause] =
    /unexpected state '(\w+)', wanted target 'ISSUED'(?:\. last error: (\w+))?/.exec(error) ??
    /: (VALIDATION_TIMED_OUT)\b/.exec(error) ??
    [];
  const timedOut = /timeout while waiting for state to become 'ISSUED'/.test(error) ? 'TIMED_OUT' : undefined;
  const reason = cause ?? status ?? timedOut;
  if (reason === undefined) return undefined;
  return { reason, text: `no certificate was issued (${reason}): ${explainReason(reason)}` };
}
