// ACM's validation records: the CNAME that validates a name. It is the same for all certificates of an account.
import { createHash } from 'node:crypto';

/** As the provider returns it: name and value with their final dots. */
export interface DomainValidationOption {
  readonly domainName: string;
  readonly resourceRecordName: string;
  readonly resourceRecordType: 'CNAME';
  readonly resourceRecordValue: string;
}

/** The option of each name of a certificate. */
export function validationOptions(accountId: string, names: readonly string[]): DomainValidationOption[] {
  return names.map((name) => validationOption(accountId, name));
}

/** `*.example.com` and `example.com` have the same validation record. */
function validationOption(accountId: string, domainName: string): DomainValidationOption {
  const base = domainName.startsWith('*.') ? domainName.slice(2) : domainName;
  const token = (purpose: string) =>
    createHash('sha256').update(`${purpose} ${accountId} ${base}`).digest('hex');
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
