// `domains doctor`: what a deployment of the stack needs and does not create, before the first one. It changes nothing.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  dnsHost,
  type Found,
  type FoundZone,
  type HostSpec,
  ok,
  type Protection,
  unknown,
  wrong,
  type ZoneApis,
  type ZoneDeclaration,
} from '@petstore/custom-domains/dns-hosts';
import {
  count,
  join,
  json,
  namedLine,
  nameWidth,
  type Shown,
  shown,
  wrap,
} from '@petstore/custom-domains/output';
import {
  type AssignedServers,
  check,
  isAbout,
  isUnread,
  paint,
  protectedRecords,
  type Reader,
  verdictMark,
} from '@petstore/custom-domains/preflight';
import { accessOf, hasProtections, LIMIT_MS, zoneApis } from '../../../infra/hosts/zone-apis.ts';
import { domainsCommand } from '../../../infra/plan/stack-option.ts';
import { findCommand } from '../../executables.ts';
import { LOCAL_STACK } from '../../stack-names.ts';
import { type Context, deploymentEnded, localAccess, openContext, type SharedOptions } from '../context.ts';
import type { Io } from '../io.ts';
import { loadPlan, rawConfig } from '../stack.ts';
import { accountResults, failed, type Result } from './account.ts';

/** Resolves to the exit status: 1 where something is wrong, else 3 where something could not be found out. */
export async function runDoctor(options: SharedOptions, io: Io): Promise<number> {
  const context = openContext(options, io);
  const { folder, stack } = context;
  const plan = loadPlan(folder, stack, true);
  const { reader } = context.reads();
  await deploymentEnded(context);
  const local = localAccess(context.local);
  const access = () => accessOf(plan, rawConfig(folder, stack), local);
  io.progress(shown`asking ${stack === LOCAL_STACK ? '' : 'AWS and '}the DNS hosts`);
  // `npm run local` deploys without a tool of the shell and without an account.
  const results: Result[] = [];
  if (stack !== LOCAL_STACK)
    results.push(...(await toolResults()), ...(await accountResults({ plan, access, stop: io.signal })));
  const apis = zoneApis(plan, access, io.signal);
  for (const zone of plan.settings.zones) {
    // The local cloud has the API of Route 53 alone.
    const isAsked = stack !== LOCAL_STACK || (local && hasProtections(zone));
    results.push(...(await zoneResults(zone, plan.hosts, reader, isAsked ? apis : undefined)));
  }
  if (io.isTerminal) io.progress(shown``);
  io.print(options.format === 'json' ? json({ stack, results }) : doctorText(context, results));
  if (results.some(({ state }) => state === 'wrong')) return 1;
  return results.some(({ state }) => state === 'unknown') ? 3 : 0;
}

const INSTALL = 'see https://www.pulumi.com/docs/install/';
const VERDICTS = { ok: 'ok', wrong: 'blocked', unknown: 'unknown' } as const;

function doctorText(context: Context, results: readonly Result[]): Shown {
  const { color, width, columns } = context.io;
  const shape = { names: nameWidth(results.map(({ check }) => check)), columns };
  const lines = results.flatMap(({ check, state, found, fix }) => [
    namedLine(shown`  ${verdictMark(VERDICTS[state], color)} `, check, found, shape),
    ...(fix ? wrap(fix, width - 6) : []).map((line) => shown`      ${paint('bold', line, color)}`),
  ]);
  const open = results.filter(({ state }) => state !== 'ok').length;
  const end = open === 0 ? 'All is right.' : `${count(open, 'line')} to put right or to find out.`;
  const next = domainsCommand('check', [], context);
  return join([shown`${context.stack}: before a deployment`, ...lines, shown`${end} The hosts: ${next}`]);
}

/** The oldest Pulumi CLI that the tests of test/engine pass with. */
export const OLDEST_PULUMI = '3.260';

/** Of this machine: the Node and the Pulumi CLI that the shell runs, and its variable. */
async function toolResults(): Promise<Result[]> {
  const goesOn = /^(true|1)$/i.test(process.env.PULUMI_CONTINUE_ON_ERROR ?? '');
  const stops = wrong('one host that fails stops the rest', 'export PULUMI_CONTINUE_ON_ERROR=true');
  return [
    // As infra/assert-node.js, which runs under any Node, refuses an older one.
    { check: 'Node', ...(await tool('node --version', '24', "npx -c 'pulumi up' uses the project's own")) },
    { check: 'Pulumi CLI', ...(await tool('pulumi version', OLDEST_PULUMI, INSTALL)) },
    { check: 'PULUMI_CONTINUE_ON_ERROR', ...(goesOn ? ok('is set') : stops) },
  ];
}

/** `least`: the oldest version that will do. */
async function tool(line: string, least: string, fix: string): Promise<Found> {
  const [name = '', ...args] = line.split(' ');
  const file = findCommand(name);
  if (file === undefined) return wrong(`there is no ${name} on the path`, fix);
  const printed = await promisify(execFile)(file, args, { timeout: LIMIT_MS }).catch(() => undefined);
  const version = /\d+\.\d+\.\d+\S*/.exec(printed?.stdout ?? '')?.[0];
  if (version === undefined) return unknown(`${file} names no version`, fix);
  const isNew = version.localeCompare(least, 'en', { numeric: true }) >= 0;
  return isNew ? ok(version) : wrong(`${version} is older than ${least}`, fix);
}

/** Whether the API of its DNS host has it for these credentials, and whether it is delegated there. `apis`: undefined where it is not asked. */
async function zoneResults(
  zone: ZoneDeclaration,
  hosts: readonly HostSpec[],
  reader: Reader,
  apis: ZoneApis | undefined,
): Promise<Result[]> {
  const fix = 'use credentials of the account that has the zone, or those that its role trusts';
  const asked =
    apis &&
    dnsHost(zone.provider)
      .lookUp?.(zone, apis)
      .catch((error) => failed(error, fix));
  const { nameServers, protections, ...found }: FoundZone = (await asked) ?? unknown('');
  const servers: AssignedServers = nameServers
    ? { kind: 'known', nameServers }
    : { kind: 'failed', detail: 'the line above says why' };
  const apex = { host: zone.name, apex: true, zone, target: 'distribution' } as const;
  const [checked] = await check([apex], reader, { assigned: apis && new Map([[zone.name, servers]]) });
  const about = checked?.findings.find((one) => isAbout(one, 'zone', 'servers'));
  const read = checked?.observation.zone?.delegation;
  const delegated =
    read?.kind === 'delegated'
      ? ok(`delegated to ${read.nameServers.join(', ')}`)
      : unknown('its delegation was not read');
  const judge = about?.severity === 'blocked' && !isUnread(about) ? wrong : unknown;
  return [
    ...(asked ? [{ check: `zone ${zone.name}`, ...found }] : []),
    { check: `DNS of ${zone.name}`, ...(about ? judge(about.found, about.fix) : delegated) },
    ...(protections ? [{ check: `records of ${zone.name}`, ...guards(zone, hosts, protections) }] : []),
  ];
}

/** Of the hosts in the zone. */
function guards({ name }: ZoneDeclaration, hosts: readonly HostSpec[], all: readonly Protection[] | string) {
  if (typeof all === 'string')
    return unknown(all, 'use credentials with the right to route53:ListResourceRecordSetProtections');
  const own = hosts.filter(({ zone }) => zone.provider !== 'external' && zone.name === name);
  const found = own.flatMap((host) => protectedRecords(host, all));
  const on = all.flatMap((one) =>
    'guardrail' in one ? [`; ${one.guardrail} may refuse to delete them`] : [],
  );
  return found[0] === undefined
    ? ok(`none that the hosts need is protected${on.join('')}`)
    : wrong(found.map((one) => one.found).join('; '), found[0].fix);
}
