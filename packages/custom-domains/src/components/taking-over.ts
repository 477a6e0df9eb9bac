// The records and resources of an existing place that become the stack's: those that are the same are imported, and a routing
// record takes the place of another one in one change.
import * as pulumi from '@pulumi/pulumi';
import type { ExistingRecord } from '../dns-hosts/adapter.ts';
import { DNS_HOSTS, dnsHost } from '../dns-hosts/list.ts';
import { type HostSpec, hasAlias, hasHttpsRecord } from '../dns-hosts/zone.ts';
import { hostNames } from '../names/logical-names.ts';
import type { Import } from './existing.ts';

/**
 * Of a CustomHost whose resources of these logical names are imported. The engine imports a resource and then updates what
 * differs in the same run (pulumi/pulumi 3.174); an update never changes where a record points.
 */
export function adopting(imports: ReadonlyMap<string, Import>): pulumi.ResourceTransformation {
  return ({ type, name, props, opts }) => {
    const found = imports.get(name);
    if (found === undefined) return undefined;
    const checked = found.record === undefined ? props : sameRecord(type, props, found.record);
    return { props: checked, opts: { ...opts, import: found.id } };
  };
}

/** The same inputs, which fail where the declared record is not the existing one: that one is left as it is. */
function sameRecord(type: string, props: object, existing: ExistingRecord): object {
  const checked = pulumi.output({ ...props }).apply((inputs: { readonly name?: string }) => {
    const declared = DNS_HOSTS.find(({ record }) => record?.type === type)?.record?.read(inputs);
    if (declared?.name === existing.name && declared.value === existing.value) return inputs.name;
    throw new Error(
      `${existing.name} ${existing.type} ${existing.value} exists, and the stack declares ${declared?.name} ${declared?.value}: a record that differs is not adopted`,
    );
  });
  return { ...props, name: checked };
}

/** What a line of the program names: canonical, without its TTL. */
export interface NamedRecord {
  readonly type: string;
  readonly value: string;
}

export interface Replacement {
  /** The records that lead to the old place; each value of a record set by itself. */
  readonly old: readonly NamedRecord[];
  /** Whether the line names all of them: nothing else is replaced. */
  readonly isNamed: boolean;
  /**
   * By logical name: Pulumi updates each record in place. Undefined where no provider changes them into the stack's in
   * one change, so that the host would have no record for a while.
   */
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

/** The logical names of the records that send the host's traffic to its target. */
export function routingNames(spec: HostSpec): string[] {
  const names = hostNames(spec.host);
  if (spec.zone.provider === 'external') return [];
  return [
    ...(hasAlias(spec) ? [names.routingRecordA, names.routingRecordAaaa] : [names.routingRecord]),
    ...(hasHttpsRecord(spec) ? [names.httpsRecord] : []),
  ];
}

/** Of a CustomHost whose distribution is created with its certificate and without its alias. */
export function withoutAlias(host: string): pulumi.ResourceTransformation {
  const { attachment } = hostNames(host);
  return ({ name, props, opts }) => {
    const isDistribution = name === attachment && 'aliases' in props;
    return isDistribution ? { props: { ...props, aliases: [] }, opts } : undefined;
  };
}
