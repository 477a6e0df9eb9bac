// `domains records`: the records of hosts, for a person, a program, or the tool that sets them.
import { isWithin, registrableName } from '@petstore/custom-domains/names';
import { join, json, type Shown, shown, table, UsageError } from '@petstore/custom-domains/output';
import { zoneLine } from '@petstore/custom-domains/preflight';
import type { DeployedHost } from '../../../infra/hosts/host-output.ts';
import { isMovedByOwner, recordsDue } from '../../../infra/hosts/moves.ts';
import { deployCommand } from '../../../infra/hosts/next-steps.ts';
import { type Audience, domainsCommand } from '../../../infra/plan/stack-option.ts';
import type { HostPlan, StackPlan } from '../../../infra/plan/types.ts';
import { LOCAL_STACK } from '../../stack-names.ts';
import { type Context, deploymentEnded, openContext, type SharedOptions } from '../context.ts';
import type { Io } from '../io.ts';
import { requireOutputs } from '../outputs.ts';
import { chooseHosts, hostNamed, loadPlan } from '../stack.ts';

export const RECORD_FORMATS = ['table', 'zone', 'json'] as const;

interface RecordsOptions extends SharedOptions {
  readonly format: (typeof RECORD_FORMATS)[number];
  readonly zone?: string;
}

/** Where an external host's zone begins is known to its owner only: --zone says so for a delegated subdomain. */
function zoneOfHost({ host, zone }: HostPlan, given: string | undefined): string {
  if (zone.provider !== 'external') return zone.name;
  return given !== undefined && isWithin(host, given) ? given : registrableName(host);
}

/** The name below its zone, without the zone's own name; empty for that name itself. */
export function relativeName(name: string, zone: string): string {
  return name === zone ? '' : name.slice(0, -(zone.length + 1));
}

interface HostRecords {
  readonly plan: HostPlan;
  readonly zone: string;
  readonly records: DeployedHost['records'];
}

/** Without names: all external hosts, and with --zone all hosts in that zone. */
export async function runRecords(names: readonly string[], options: RecordsOptions, io: Io): Promise<void> {
  const context = openContext(options, io);
  const { stack } = context;
  const zone = options.zone === undefined ? undefined : hostNamed(options.zone);
  const plan = loadPlan(context.folder, stack);
  if (zone !== undefined) requireZone(plan, zone);
  const isAll = names.length > 0 || zone !== undefined;
  const hosts = chooseHosts(plan, names).filter(
    (one) => isWanted(one, zone) && (isAll || one.zone.provider === 'external'),
  );
  if (hosts.length === 0 && options.format !== 'json') {
    const none = zone === undefined ? 'external host: the stack sets all records itself' : '';
    io.error(shown`${stack} has no ${none || `such host in the zone ${zone}`}.`);
    return;
  }
  await deploymentEnded(context);
  const deployed = await requireOutputs(context, io.signal);
  const all = hosts.map((one) => ({
    ...{ plan: one, zone: zoneOfHost(one, zone) },
    records: recordsDue(one, deployed.get(one.host)),
  }));
  // A header alone says nothing. What reads the other formats wants a file, also an empty one.
  if (options.format !== 'table' || all.some(({ records }) => records.length > 0))
    io.print(render(all, options.format, context));
  for (const one of all) {
    const note = noteOf(one, context);
    if (note !== undefined) io.error(shown`${one.plan.host}: ${note}.`);
  }
}

/** A zone that is written wrong has no records, and the file that gets the output would delete those of the zone. */
function requireZone({ settings, hosts, stack }: StackPlan, zone: string): void {
  const declared = settings.zones.map(({ name }) => name);
  if (declared.includes(zone) || hosts.some((one) => isWanted(one, zone))) return;
  throw new UsageError(
    `${stack} has no zone ${zone}, and no external host in it.`,
    `zones of petstore:zones: ${declared.join(', ') || 'none'}; of an external host, any name above it`,
  );
}

/** Of a declared host the zone is known: --zone selects it. An external host is in any zone above it. */
function isWanted({ host, zone }: HostPlan, given: string | undefined): boolean {
  if (given === undefined) return true;
  return zone.provider === 'external' ? isWithin(host, given) : zone.name === given;
}

function render(
  hosts: readonly HostRecords[],
  format: RecordsOptions['format'],
  { stack, io }: Context,
): Shown {
  if (format === 'json')
    return json(Object.fromEntries(hosts.map(({ plan, records }) => [plan.host, records])));
  if (format === 'zone') return join(hosts.map((one) => linesOfHost(one, stack === LOCAL_STACK)));
  const rows = hosts.flatMap(({ records }) =>
    records.map(({ purpose, name, type, ttl, value }) => [purpose, name, type, String(ttl), value]),
  );
  return table(['for', 'name', 'type', 'TTL', 'value'], rows, io.columns);
}

function noteOf({ plan, records }: HostRecords, audience: Audience): string | undefined {
  if (records.length === 0)
    return `no record is known until it is deployed (${deployCommand(audience.stack)})`;
  const isRouting = records.some(({ purpose }) => purpose === 'routing');
  const follows = isRouting
    ? 'takes the place of the old one, which has to go'
    : 'follows; leave the old one';
  if (isMovedByOwner(plan))
    return `its routing record ${follows} (${domainsCommand('move', plan.host, audience)})`;
  return isRouting
    ? undefined
    : 'its routing record is known once its certificate is issued and it is attached';
}

/** A zone file cannot have ALIAS, or at an apex the CNAME that Cloudflare flattens: the line is a comment, except of the local internet. */
function linesOfHost({ plan, zone, records }: HostRecords, isLocal: boolean): Shown {
  const lines = records.map((record) => {
    const isAlias = record.type === 'ALIAS' || (record.type === 'CNAME' && record.name === zone);
    const line = zoneLine(isAlias ? { ...record, type: 'ALIAS' } : record);
    return isAlias && !isLocal ? shown`; ALIAS, ANAME or CNAME flattening: ${line}` : shown`${line}`;
  });
  return join([shown`; ${plan.host}`, ...lines]);
}
