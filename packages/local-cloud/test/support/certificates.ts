// Certificates and names without ACM and DNS: issued at once by the local authority, and recorded.
import { generateKeyPairSync } from 'node:crypto';
import { openAuthority } from '../../src/acm/authority.ts';
import type { CertificateMaterial, Certificates, Names } from '../../src/interfaces.ts';
import { Store } from '../../src/store.ts';

export interface TestCertificates extends Certificates {
  /** Issues a certificate for the names; returns its ARN. */
  issue(names: readonly string[], region?: string): string;
  inUse(arn: string): boolean;
}

export function testCertificates(): TestCertificates {
  const authority = openAuthority(new Store());
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const issued = new Map<string, CertificateMaterial>();
  const users: ((arn: string) => boolean)[] = [];
  const platform = new Map<string, CertificateMaterial>();
  const make = (arn: string, region: string, names: readonly string[]) => {
    const { certificatePem } = authority.issue(names, publicKey);
    return { arn, region, names, keyPem, certificatePem };
  };
  return {
    issue(names, region = 'eu-west-1') {
      const arn = `arn:aws:acm:${region}:123456789012:certificate/${issued.size}`;
      issued.set(arn, make(arn, region, names));
      return arn;
    },
    issued: (arn) => issued.get(arn),
    addUser: (isUsed) => void users.push(isUsed),
    inUse: (arn) => users.some((isUsed) => isUsed(arn)),
    authorityPem: authority.certificatePem,
    platform(host) {
      const known = platform.get(host) ?? make('platform', 'eu-west-1', [host]);
      platform.set(host, known);
      return known;
    },
  };
}

export interface TestNames extends Names {
  /** Host to the hosted zone id that an alias to it needs. */
  readonly published: ReadonlyMap<string, string | undefined>;
  /** Sets the CNAME of the host; without a target, removes it. */
  point(host: string, target?: string): void;
}

export function testNames(): TestNames {
  const published = new Map<string, string | undefined>();
  const records = new Map<string, string>();
  return {
    published,
    point(host, target) {
      if (target === undefined) records.delete(host);
      else records.set(host, target);
    },
    destination(host) {
      const name = records.get(host) ?? host;
      const here = published.has(name) || records.has(host);
      return here ? { kind: 'found', name, addresses: ['127.0.0.1'] } : { kind: 'none', reason: 'NXDOMAIN' };
    },
    publish: (host, aliasZoneId) => void published.set(host, aliasZoneId),
    withdraw: (host) => void published.delete(host),
    resolve: async () => [],
    address: '127.0.0.1:0',
  };
}
