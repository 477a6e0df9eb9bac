// The records of a host as data: what stack outputs show, and what the owner of an external host sets.
import type * as aws from '@pulumi/aws';
import { RECORD_TTL } from '../names/record-ttl.ts';

export interface HostRecord {
  readonly purpose: 'validation' | 'routing';
  /** Full name, no final dot. */
  readonly name: string;
  /** `ALIAS` at an apex, where no CNAME can be (RFC 1034 3.6.2). */
  readonly type: 'CNAME' | 'ALIAS';
  readonly value: string;
  /** Seconds that queries get. */
  readonly ttl: number;
}

export type ValidationOption = aws.types.output.acm.CertificateDomainValidationOption;

/** The entry of that host in ACM's list, which has no order: found by name, never by position. */
export function validationOption(host: string): (options: ValidationOption[]) => ValidationOption {
  return (options) => {
    const option = options.find(({ domainName }) => domainName === host);
    if (option === undefined) throw new Error(`ACM returned no validation record for ${host}`);
    return option;
  };
}

const withoutDot = (name: string) => name.replace(/\.$/, '');

export function validationRecord(option: ValidationOption): HostRecord {
  return {
    purpose: 'validation',
    name: withoutDot(option.resourceRecordName),
    type: 'CNAME',
    value: withoutDot(option.resourceRecordValue),
    ttl: RECORD_TTL,
  };
}

export function routingRecord(
  route: { host: string; apex?: boolean },
  target: string,
  ttl: number,
): HostRecord {
  return {
    purpose: 'routing',
    name: route.host,
    type: route.apex ? 'ALIAS' : 'CNAME',
    value: withoutDot(target),
    ttl,
  };
}
