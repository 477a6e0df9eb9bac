// Which records the stack's own take the place of, and by which logical names.
import type { ExistingRecord } from '../dns-hosts/adapter.ts';
import { dnsHost } from '../dns-hosts/list.ts';
import { type HostSpec, hasAlias, hasHttpsRecord } from '../dns-hosts/zone.ts';
import { hostNames } from '../names/logical-names.ts';

/** `record`: of a DNS record, which is checked against its declaration once more. */
export interface Import {
  readonly id: string;
  readonly record?: ExistingRecord;
}

/** What a line of the program names: canonical, without its TTL. */
export interface NamedRecord {
  readonly type: string;
  readonly value: string;
}

export interface Replacement {
  /** The records that lead to the old place; each value of a record set by itself. */
  readonly old: readonly NamedRecord[];
  readonly isNamed: boolean;
  /** By logical name: Pulumi updates each in place. Undefined where no provider does, so that the host would have no record for a while. */
  readonly imports?: ReadonlyMap<string, Import>;
}

/** `differing`: of what exists of the host. `named`: by the line of the program. */
export function replacementOf(
  spec: HostSpec,
  differing: readonly ExistingRecord[],
  named: readonly NamedRecord[],
): Replacement {
  const old = differing.flatMap(valuesOf);
  const isNamed = old.every((one) =>
    named.some(({ type, value }) => type === one.type && value === one.value),
  );
  const names = differing.map((one) => replacedBy(spec, one)).filter((name) => name !== undefined);
  const isInPlace = names.length === differing.length && new Set(names).size === names.length;
  if (!isInPlace) return { old, isNamed };
  const imports = names.map((name, i) => [name, { id: differing[i]?.importId ?? '' }] as const);
  return { old, isNamed, imports: new Map(imports) };
}

/** A record set of Route 53 has several values. */
function valuesOf({ type, value }: ExistingRecord): NamedRecord[] {
  const values = type === 'HTTPS' ? [value] : value.split(' ');
  return values.map((one) => ({ type, value: one }));
}

function replacedBy(spec: HostSpec, existing: ExistingRecord): string | undefined {
  const names = hostNames(spec.host);
  if (existing.type === 'HTTPS' && spec.apex) return hasHttpsRecord(spec) ? names.httpsRecord : undefined;
  const replaced = dnsHost(spec.zone.provider).replacedBy?.(spec.apex, existing);
  return replaced && names[replaced];
}

export function routingNames(spec: HostSpec): string[] {
  const names = hostNames(spec.host);
  if (spec.zone.provider === 'external') return [];
  return [
    ...(hasAlias(spec) ? [names.routingRecordA, names.routingRecordAaaa] : [names.routingRecord]),
    ...(hasHttpsRecord(spec) ? [names.httpsRecord] : []),
  ];
}
