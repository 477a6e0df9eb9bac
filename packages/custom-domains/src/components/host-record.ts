// The records of a host as data: what stack outputs show, and what the owner of an external host sets.
import type * as aws from '@pulumi/aws';
import { type HostSpec, routingType } from '../dns-hosts/zone.ts';
import { RECORD_TTL } from '../names/record-ttl.ts';

export interface HostRecord {
  readonly purpose: 'validation' | 'routing';
  /** Full name, no final dot. */
  readonly name: string;
  /** At an apex `CNAME` where the DNS host flattens it, else `ALIAS` (RFC 1034 3.6.2); and `HTTPS` beside it (RFC 9460). */
  readonly type: 'CNAME' | 'ALIAS' | 'HTTPS';
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

export function routingRecord(spec: HostSpec, target: string, ttl: number): HostRecord {
  return { purpose: 'routing', name: spec.host, type: routingType(spec), value: withoutDot(target), ttl };
}

/** By `httpVersion`, the most preferred protocol first (RFC 9460 7.1.1). HTTP/1.1 is the default, and has no parameter. */
const HTTPS_PARAMS: Readonly<Record<string, string>> = {
  http2: 'alpn="h2"',
  http3: 'alpn="h3"',
  http2and3: 'alpn="h3,h2"',
};

/** The parameters of the HTTPS record of a distribution; CloudFront's default is HTTP/2. */
export function httpsParamsOf(httpVersion: string | undefined): string {
  return HTTPS_PARAMS[httpVersion ?? 'http2'] ?? '';
}

/** In service form, for the host's own name. `params`: `alpn="h3,h2"`. */
export function httpsRecord(host: string, params: string): HostRecord {
  return { purpose: 'routing', name: host, type: 'HTTPS', value: `1 . ${params}`.trim(), ttl: RECORD_TTL };
}
