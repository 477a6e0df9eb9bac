// A host that moves in from another place: which record of the old place becomes which of the stack's, in one change each.
import type * as pulumi from '@pulumi/pulumi';
import type { ExistingRecord } from '../dns-hosts/adapter.ts';
import { type DnsAdapter, type HostSpec, hasAlias, hasHttpsRecord } from '../dns-hosts/zone.ts';
import { hostNames } from '../names/logical-names.ts';
import type { ExistingHost, Import } from './existing-host.ts';

/** What a line of the program names: canonical, without its TTL. */
export interface NamedRecord {
  readonly type: string;
  readonly value: string;
}

/** The imports by which Pulumi updates each record in place; or why the routing record has to wait. */
export type Replacement =
  | { readonly imports: ReadonlyMap<string, Import> }
  | { readonly differing: readonly string[] }
  | { readonly byHand: readonly string[] };

/**
 * Only what the line names is replaced. `differing`: records that it does not name. `byHand`: records that no provider
 * changes into the stack's in one change, so that the host would have no record for a while.
 */
export function replacementOf(
  spec: HostSpec,
  { differing }: Pick<ExistingHost, 'differing'>,
  named: readonly NamedRecord[],
): Replacement {
  const unnamed = differing.filter((one) => !isNamed(one, named));
  if (unnamed.length > 0) return { differing: differing.map(textOf) };
  const names = differing.map((one) => replacedBy(spec, one));
  const isOne = new Set(names).size === names.length && !names.includes(undefined);
  if (!isOne) return { byHand: differing.map(textOf) };
  return { imports: new Map(differing.map((one, i) => [names[i] as string, { id: one.importId }])) };
}

/** A record set of Route 53 has several values, each of which is named. */
function isNamed({ type, value }: ExistingRecord, named: readonly NamedRecord[]): boolean {
  const values = type === 'HTTPS' ? [value] : value.split(' ');
  return values.every((one) => named.some((record) => record.type === type && record.value === one));
}

const textOf = ({ type, value }: ExistingRecord) => `${type} ${value}`;

/**
 * Route 53: the provider deletes and creates in one change batch where the type changes (resourceRecordUpdate of
 * terraform-provider-aws, internal/service/route53/record.go). Cloudflare: another type is another record
 * (RequiresReplace, terraform-provider-cloudflare, internal/services/dns_record/schema.go).
 */
function replacedBy(spec: HostSpec, { type, special }: ExistingRecord): string | undefined {
  const names = hostNames(spec.host);
  if (type === 'HTTPS' && spec.apex) return hasHttpsRecord(spec) ? names.httpsRecord : undefined;
  if (spec.zone.provider === 'cloudflare') return type === 'CNAME' ? names.routingRecord : undefined;
  if (special !== undefined) return undefined;
  if (!hasAlias(spec)) return names.routingRecord;
  return { A: names.routingRecordA, AAAA: names.routingRecordAaaa }[type];
}

/** The logical names of the records that send the host's traffic to its target. */
export function routingNames(spec: HostSpec): string[] {
  const names = hostNames(spec.host);
  if (spec.zone.provider === 'external') return [];
  return [
    ...(hasAlias(spec) ? [names.routingRecordA, names.routingRecordAaaa] : [names.routingRecord]),
    ...(hasHttpsRecord(spec) ? [names.httpsRecord] : []),
  ];
}

/** The same DNS host, which leaves the records that lead to the old place as they are. */
export function withoutRouting(dns: DnsAdapter): DnsAdapter {
  return { ...dns, routingRecords: () => [] };
}

/** Options of a CustomHost whose distribution is created with its certificate and without its alias. */
export function withoutAlias(host: string): pulumi.ComponentResourceOptions {
  const { attachment } = hostNames(host);
  return {
    transformations: [
      ({ name, props, opts }) => {
        const isDistribution = name === attachment && 'aliases' in props;
        return isDistribution ? { props: { ...props, aliases: [] }, opts } : undefined;
      },
    ],
  };
}
