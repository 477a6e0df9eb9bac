// Certificates and names without ACM and DNS: issued at once by the local authority, and recorded.
import { createPublicKey } from 'node:crypto';
import { openAuthority } from '../../src/acm/authority.ts';
import { newKey } from '../../src/acm/certificate-record.ts';
import type { CertificateMaterial, Destination, IssuedCertificate } from '../../src/interfaces.ts';
import { Store } from '../../src/store.ts';

export function testCertificates() {
  const authority = openAuthority(new Store());
  const keyPem = newKey();
  const issued = new Map<string, IssuedCertificate>();
  const users: ((arn: string) => boolean)[] = [];
  const platform = new Map<string, CertificateMaterial>();
  const make = (name: string) => {
    const { certificatePem } = authority.issue([name], createPublicKey(keyPem));
    return { keyPem, certificatePem };
  };
  return {
    /** Returns its ARN. */
    issue(domainName: string, region = 'eu-west-1') {
      const arn = `arn:aws:acm:${region}:123456789012:certificate/${issued.size}`;
      issued.set(arn, { ...make(domainName), domainName, region });
      return arn;
    },
    issued: (arn: string) => issued.get(arn),
    addUser: (isUsed: (arn: string) => boolean) => void users.push(isUsed),
    inUse: (arn: string) => users.some((isUsed) => isUsed(arn)),
    authorityPem: authority.certificatePem,
    platform(host: string) {
      const known = platform.get(host) ?? make(host);
      platform.set(host, known);
      return known;
    },
  };
}

export function testNames() {
  /** Host to the hosted zone id that an alias to it needs. */
  const published = new Map<string, string | undefined>();
  const records = new Map<string, string>();
  return {
    published,
    /** Sets the CNAME of the host; without a target, removes it. */
    point(host: string, target?: string) {
      if (target === undefined) records.delete(host);
      else records.set(host, target);
    },
    destination(host: string): Destination {
      const name = records.get(host) ?? host;
      const here = published.has(name) || records.has(host);
      return here ? { kind: 'found', name, addresses: ['127.0.0.1'] } : { kind: 'none', reason: 'NXDOMAIN' };
    },
    publish: (host: string, aliasZoneId?: string) => void published.set(host, aliasZoneId),
    withdraw: (host: string) => void published.delete(host),
  };
}
