// What the reasons of a failure mean, and what to do.
import type { Failure, Refusal } from '../dns-hosts/descriptor.ts';
import { DNS_HOSTS } from '../dns-hosts/list.ts';
import { parseUrn } from '../names/urn.ts';
import { failureReason } from './provider-messages.ts';
import { CERTIFICATE_VALIDATION } from './state.ts';

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

const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';
const VERIFY =
  'CloudFront is closed to the account until AWS Support has verified it, as new accounts are: open a case there (Account and billing), quote the message, and run this again once it is answered';
const CANCEL =
  "the distribution is subscribed to a flat-rate plan: cancel the plan in CloudFront's console; once its billing period has ended, run this again";
const KEEP =
  'the distribution is subscribed to a flat-rate plan, which keeps its web ACL: run pulumi up --refresh, which leaves it as it is';

/** What CloudFront refuses in words that do not say what to do (developer guide, "Delete a distribution"; aws-nuke #1024). */
const ofDistribution = (reason: string, error: RegExp, meaning: string): Refusal => {
  return { reason, type: DISTRIBUTION, error, meaning, advice: () => meaning };
};

const REFUSALS: readonly Refusal[] = [
  ...DNS_HOSTS.flatMap(({ refusals }) => refusals),
  ofDistribution('ACCOUNT_NOT_VERIFIED', /\bYour account must be verified\b/, VERIFY),
  ofDistribution('PLAN_SUBSCRIBED', /\bcan't delete this distribution while it's subscribed\b/, CANCEL),
  ofDistribution('WEB_ACL_OF_PLAN', /\bcan't remove or replace the web ACL\b/, KEEP),
];

export function explainReason(reason: string): string {
  const refusal = REFUSALS.find((one) => one.reason === reason);
  if (refusal !== undefined) return refusal.meaning;
  const text =
    REASONS[reason] ?? `ACM's reason is ${reason}: see "Certificate request fails" in its user guide`;
  return `${text}; the next deployment ${reason === 'TIMED_OUT' ? 'waits again' : 'requests a new certificate'}`;
}

/** `reason`: one word, ACM's (`CAA_ERROR`), `TIMED_OUT`, or a DNS host's. Undefined: the provider's own message is enough. */
export function adviceOn(failure: Failure): { readonly reason: string; readonly text: string } | undefined {
  const { type } = parseUrn(failure.urn);
  if (type !== CERTIFICATE_VALIDATION) {
    const refusal = REFUSALS.find((one) => one.type === type && one.error.test(failure.error));
    return refusal && { reason: refusal.reason, text: refusal.advice(failure) };
  }
  const reason = failureReason(failure.error);
  return reason === undefined
    ? undefined
    : { reason, text: `no certificate was issued (${reason}): ${explainReason(reason)}` };
}
