// What Route 53 refuses to change in a zone: record set protections and change guardrails (November 2026). Developer guide, "Protecting
// records from changes" and "Change Guardrails for hosted zones": a refused change names the record with its protection's comment, or with
// the guardrail. The rest of these messages is not in them.
import { canonical } from '@petstore/custom-domains/names';
import type { HostedZone } from '../dns/hosted-zones.ts';
import type { Dns } from '../dns/index.ts';
import type { Collection, Store } from '../store.ts';

export interface SetKey {
  /** Canonical. */
  readonly name: string;
  readonly type: string;
}

export interface Protection extends SetKey {
  readonly zoneId: string;
  readonly comment?: string;
}

/** `deletes`: no set of the name and type is left. */
export type SetChange = SetKey & { readonly deletes?: boolean };

export interface Guards {
  /** By `keyOf`. */
  readonly protections: Collection<Protection>;
  /** By the id of a zone: those of the optional guardrails that are on. */
  readonly guardrails: Collection<readonly string[]>;
  /** For InvalidChangeBatch: one for each change that a protection or a guardrail refuses. */
  refusals(zone: HostedZone, changes: readonly SetChange[]): string[];
}

export const keyOf = (zoneId: string, { name, type }: SetKey) => `${zoneId} ${name} ${type}`;

/** The checks of NS records always pass: no program here has any. */
export function createGuards(dns: Dns, store: Store): Guards {
  const protections = store.collection<Protection>('route53.protections');
  const guardrails = store.collection<readonly string[]>('route53.guardrails');
  const rejects = (
    zone: HostedZone,
    { name, type, deletes }: SetChange,
  ): [guardrail: string, why: string][] => {
    // How long Route 53 waits after the last query is not documented: here each set is queried still.
    if (!deletes)
      return isDelegated(dns, zone, name) ? [['NS_OCCLUSION_CHECK', 'an NS record delegates that name']] : [];
    const points = 'an alias record points to it';
    return [
      ['ACTIVE_RECORD_CHECK', 'it still receives DNS queries'],
      ...(isAliased(dns, zone, { name, type }) ? [['ALIAS_TARGET_CHECK', points] as [string, string]] : []),
    ];
  };
  return {
    protections,
    guardrails,
    refusals: (zone, changes) =>
      changes.flatMap((change) => {
        const set = `RRSet of type ${change.type} with DNS name ${change.name}.`;
        const protection = protections.get(keyOf(zone.id, change));
        const comment = protection?.comment === undefined ? '' : `: ${protection.comment}`;
        const rejected = rejects(zone, change).filter(([name]) => guardrails.get(zone.id)?.includes(name));
        return [
          ...(protection ? [`${set} has a resource record set protection${comment}`] : []),
          ...rejected.map(([name, why]) => `${set} was rejected by ${name}: ${why}`),
        ];
      }),
  };
}

function isAliased(dns: Dns, zone: HostedZone, { name, type }: SetKey): boolean {
  return dns.recordsOf(zone).some((record) => {
    const { aliases = [] } = record.inputs as { aliases?: readonly { name: string; zoneId: string }[] };
    return (
      record.type === type && aliases.some((one) => one.zoneId === zone.id && canonical(one.name) === name)
    );
  });
}

/** By the internet file, at the name or above it, in the zone. */
function isDelegated(dns: Dns, zone: HostedZone, name: string): boolean {
  const labels = name.split('.');
  const cuts = labels.slice(0, -zone.name.split('.').length).map((_, first) => labels.slice(first).join('.'));
  return cuts.some((cut) => dns.foreign(zone, cut).some(({ type }) => type === 'NS'));
}
