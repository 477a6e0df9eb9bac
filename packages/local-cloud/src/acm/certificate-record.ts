// One certificate as ACM stores it, its present status, and the records that validate its names.
import { generateKeyPairSync, hash } from 'node:crypto';

export const DAY_MS = 86_400_000;
/** ACM ends a request after 72 hours. Its user guide begins a renewal 60 days before the end, an announcement (AWS, February 2026) 45: the later one. */
const VALIDATION_DAYS = 3;
const RENEWAL_DAYS = 45;

export const KEY_ALGORITHM = 'EC_prime256v1';
/** CertificateStatus of ACM's API. No local certificate becomes INACTIVE (e-mail validation) or REVOKED. */
export const CERTIFICATE_STATUSES = [
  'PENDING_VALIDATION',
  'ISSUED',
  'INACTIVE',
  'EXPIRED',
  'VALIDATION_TIMED_OUT',
  'REVOKED',
  'FAILED',
] as const;
type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/** Times in ISO 8601. */
export interface CertificateRecord {
  readonly arn: string;
  readonly region: string;
  readonly domainName: string;
  readonly status: CertificateStatus;
  readonly createdAt: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly failure?: { readonly reason: 'CAA_ERROR' };
  readonly issued?: {
    readonly keyPem: string;
    readonly certificatePem: string;
    readonly notBefore: string;
    readonly notAfter: string;
  };
}

/** A new private key as PKCS #8 PEM. */
export function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export function statusNow({ status, createdAt, issued }: CertificateRecord): CertificateStatus {
  if (status === 'PENDING_VALIDATION' && daysSince(createdAt) > VALIDATION_DAYS)
    return 'VALIDATION_TIMED_OUT';
  if (status === 'ISSUED' && issued !== undefined && daysSince(issued.notAfter) > 0) return 'EXPIRED';
  return status;
}

/** Whether the certificate waits for its first issue, or is due for renewal. */
export function isOpen(record: CertificateRecord): boolean {
  const status = statusNow(record);
  const due = record.issued !== undefined && daysSince(record.issued.notAfter) > -RENEWAL_DAYS;
  return status === 'PENDING_VALIDATION' || (due && (status === 'ISSUED' || status === 'EXPIRED'));
}

function daysSince(time: string): number {
  return (Date.now() - Date.parse(time)) / DAY_MS;
}

/** As the provider returns it: name and value with their final dots. */
export interface DomainValidationOption {
  readonly domainName: string;
  readonly resourceRecordName: string;
  readonly resourceRecordType: 'CNAME';
  readonly resourceRecordValue: string;
}

/** The CNAME that validates a name: `*.example.com` and `example.com`, and all certificates of an account, have the same. */
export function validationOption(accountId: string, domainName: string): DomainValidationOption {
  const base = domainName.startsWith('*.') ? domainName.slice(2) : domainName;
  const token = (purpose: string) => hash('sha256', `${purpose} ${accountId} ${base}`);
  const label = token('label')
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
    .slice(0, 10);
  return {
    domainName,
    resourceRecordName: `_${token('name').slice(0, 32)}.${base}.`,
    resourceRecordType: 'CNAME',
    resourceRecordValue: `_${token('value').slice(0, 32)}.${label}.acm-validations.aws.`,
  };
}

/** Whether a name on a certificate covers the host. RFC 6125 6.4.3: a wildcard stands for exactly one label. */
export function coversHost(name: string, host: string): boolean {
  return name === host || (name.startsWith('*.') && host.slice(host.indexOf('.') + 1) === name.slice(2));
}
