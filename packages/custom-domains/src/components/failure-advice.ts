// What a failure of a host means and what to do about it, from the words of the providers. Pure.
import { parseUrn } from '../names/urn.ts';

/** An operation that failed, as the engine tells an error hook of it. */
export interface Failure {
  readonly host: string;
  readonly urn: string;
  /** The provider's message. */
  readonly error: string;
  /** Inputs of the resource; those that are not known are absent. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

export interface Advice {
  /** One word: ACM's failure reason (`CAA_ERROR`), `TIMED_OUT`, or `RECORD_EXISTS`. */
  readonly reason: string;
  readonly text: string;
}

/** ACM's failure reasons for a public certificate (user guide, "Certificate request fails"), and our own. */
const REASONS: Readonly<Record<string, string>> = {
  CAA_ERROR: 'a CAA record of the host, or above it, does not let Amazon issue: add one for amazon.com',
  ADDITIONAL_VERIFICATION_REQUIRED: 'ACM asks for more about the domain: open a case with AWS Support',
  DOMAIN_NOT_ALLOWED:
    'a list of unsafe sites names the domain: have it taken off, or open a case with AWS Support',
  DOMAIN_VALIDATION_DENIED: 'ACM denied the validation of the domain: open a case with AWS Support',
  INVALID_PUBLIC_DOMAIN: 'ACM knows no such public domain: correct the name',
  OTHER: 'ACM gives no reason: correct the name if it is misspelled',
  TIMED_OUT: 'ACM did not see the validation record in time: have DNS show it',
  VALIDATION_TIMED_OUT: 'ACM did not see the validation record within 72 hours: have DNS show it',
  RECORD_EXISTS: 'its validation record is at Cloudflare already',
};
const NEXT: Readonly<Record<string, string>> = {
  TIMED_OUT: 'the next pulumi up goes on waiting',
  RECORD_EXISTS: 'pulumi up shows the command that takes it into the stack',
};

/** What the reason means, and what to do; for a reason that is not known too. */
export function explainReason(reason: string): string {
  const text = REASONS[reason] ?? `ACM says ${reason}: see "Certificate request fails" in its user guide`;
  return `${text}; ${NEXT[reason] ?? 'the next pulumi up asks for a new certificate'}`;
}

/** Undefined: the provider's own message says it all. */
export function adviceOn(failure: Failure): Advice | undefined {
  const { type } = parseUrn(failure.urn);
  if (type === 'aws:acm/certificateValidation:CertificateValidation') return ofCertificate(failure);
  if (type === 'cloudflare:index/dnsRecord:DnsRecord') return ofRecord(failure);
  return undefined;
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

/** developers.cloudflare.com/dns/manage-dns-records/troubleshooting: a record of that name is there already. */
const RECORD_EXISTS = /\b8105[3478]\b/;

/**
 * ACM's record of a name is the same for each certificate of an account, so one that is there is the account's own,
 * left by an earlier certificate or by a state that was lost. Cloudflare's provider overwrites nothing; it imports by
 * `<zone_id>/<dns_record_id>` (terraform-provider-cloudflare, internal/services/dns_record/resource.go).
 */
function ofRecord({ host, urn, error, inputs }: Failure): Advice | undefined {
  if (!RECORD_EXISTS.test(error)) return undefined;
  const { zoneId, name: recordName } = inputs as { zoneId?: string; name?: string };
  const records = `https://api.cloudflare.com/client/v4/zones/${zoneId}/dns_records?type=CNAME&name=${recordName}`;
  const { name, type } = parseUrn(urn);
  const text = `its validation record is at Cloudflare already, from an earlier certificate of this AWS account. Take it into the stack, then run pulumi up:
  ID=$(curl -s -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" "${records}" | grep -o '"id":"[0-9a-f]*"' | head -n 1 | cut -d '"' -f 4)
  pulumi import ${type} ${name} ${zoneId}/$ID --parent "host=${parentOf(urn, host)}" --protect=false --generate-code=false --yes`;
  return { reason: 'RECORD_EXISTS', text };
}

/** The URN of the CustomHost that the resource is in. */
function parentOf(urn: string, host: string): string {
  const [stack, project] = urn.split('::');
  const types = parseUrn(urn).qualifiedType.split('$').slice(0, -1);
  return [stack, project, types.join('$'), host].join('::');
}
