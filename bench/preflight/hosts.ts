// 1,000 hosts in 100 zones, as in a large stack: most are new, some have conflicts.
import type { HostSpec } from '@petstore/custom-domains/dns-hosts';
import type { Internet, TestZone } from '../../packages/custom-domains/test/preflight/internet.ts';
import { cloudflareHost } from '../../packages/custom-domains/test/preflight/plans.ts';

const zones = 100;
/** The records at each of a zone's ten hosts. */
const kinds = ['apex', 'address', 'elsewhere', 'deep', 'new', 'new', 'new', 'new', 'new', 'new'] as const;

export const hosts: readonly HostSpec[] = zoneNames().flatMap((zone) =>
  kinds.map((kind, index) => cloudflareHost(hostName(kind, index, zone), zone)),
);

const signedTop: TestZone = { on: ['127.0.0.9'], signed: {} };

/** Each zone has two servers; every second is signed, every fourth has CAA, every tenth a wildcard. */
export const internet: Internet = {
  '': signedTop,
  test: signedTop,
  ...Object.fromEntries(zoneNames().map((zone, index) => [zone, zoneData(zone, index)])),
  'platform.test': { on: ['127.0.0.60'], records: ['edge.platform.test A 192.0.2.1'] },
};

function zoneNames(): string[] {
  return Array.from({ length: zones }, (_, index) => `zone${index}.test`);
}

function hostName(kind: (typeof kinds)[number], index: number, zone: string): string {
  if (kind === 'apex') return zone;
  return kind === 'deep' ? `h${index}.eu.${zone}` : `h${index}.${zone}`;
}

function zoneData(zone: string, index: number): TestZone {
  const on = [`127.0.0.${40 + (index % 10)}`, `127.0.0.${50 + (index % 10)}`];
  const records = kinds.flatMap((kind, host) => {
    if (kind === 'address') return [`h${host}.${zone} A 192.0.2.9`];
    return kind === 'elsewhere' ? [`h${host}.${zone} CNAME edge.platform.test`] : [];
  });
  const caa = index % 4 === 0 ? [`${zone} CAA 0 issue amazon.com`] : [];
  const wildcard = index % 10 === 0 ? [`*.${zone} MX 10 mail.${zone}`] : [];
  const signed = index % 2 === 0 ? { nsec3: index % 4 === 0 ? { iterations: 0 } : undefined } : undefined;
  return { on, signed, records: [...records, ...caa, ...wildcard] };
}
