// What everyone but the run says of the hosts of a deployment: `check` and `status`, and the domains page.
import { join } from 'node:path';
import type { Finding } from '@petstore/custom-domains/preflight';
import { stringify } from 'yaml';
import { openStacks } from '../../../cli/domains/open/live/stacks.ts';
import { recordsText } from '../../../infra/config/host-entry.ts';
import type { TestDns } from '../../../packages/custom-domains/test/preflight/dns-server.ts';
import { runMain, silentIo } from '../../cli/domains/harness.ts';
import { temporaryFolder } from '../../cli/folder.ts';
import { type Deployment, type State, settingsOf, ZONES } from './deployment.ts';

/** Only `check` and `report` look beyond the value of a record, and at what others can claim there. */
const BEYOND = ['target-claimable', 'target-missing', 'target-unreadable'];

type Findings = readonly Pick<Finding, 'code' | 'severity'>[];
export const told = (findings: Findings) =>
  findings
    .filter(({ code }) => !BEYOND.includes(code))
    .map(({ severity, code }) => `${severity} ${code}`)
    .toSorted();

/** By host, what each teller says of it. */
export type Told = Readonly<Record<string, readonly string[]>>;
const byHost = (hosts: readonly { readonly host: string; readonly findings: Findings }[]): Told =>
  Object.fromEntries(hosts.map(({ host, findings }) => [host, told(findings)]));

/** A stack's file with what the deployment declares. */
function stackText(deployment: Deployment): string {
  const { stack: _, ...all } = settingsOf(deployment);
  const { region, plan, verified, removals, preflight, quotas, ttl } = all;
  const zones = ZONES.map(({ name, provider, zoneId }) => [
    name,
    // The ids of Route 53 have a form of their own, and are optional.
    provider === 'cloudflare' ? { provider, zoneId } : { provider },
  ]);
  const moving = all.moving.map(({ host, replaces }) => ({
    ...{ host, ...(replaces && { replaces: recordsText(replaces) }) },
  }));
  const quota = Object.keys(quotas).length === 0 ? {} : { quotas };
  const settings = {
    ...{ plan, zones: Object.fromEntries(zones), api: all.api, docs: all.docs, verified, removals },
    ...{ adopt: all.adopt, moving, preflight, ttl: { default: ttl.default, ...ttl.hosts }, ...quota },
  };
  const keys = Object.entries(settings).map(([key, value]) => [`petstore:${key}`, value]);
  return stringify({ config: { 'aws:region': region, ...Object.fromEntries(keys) } });
}

export async function tellers(
  given: Deployment,
  state: State | undefined,
  dns: TestDns,
): Promise<Readonly<Record<string, Told>>> {
  const { now = 0, misbehave } = given;
  const timeout = misbehave === undefined ? 5 : 0.5;
  const deployed = JSON.stringify({ hosts: state?.hosts ?? {} });
  const folder = temporaryFolder({ 'Pulumi.staging.yaml': stackText(given), 'outputs.json': deployed });
  const outputs = join(folder, 'outputs.json');
  const reading = ['--resolver', dns.resolver, '--authority-port', String(dns.port)];
  const options = ['--stack', 'staging', '--outputs', outputs, '--timeout', `${timeout}`];
  const words = [...options, ...reading, '--format', 'json'];
  const io = { now: () => new Date(now) };
  const hostsOf = async (command: string) => {
    const { out, err } = await runMain([command, ...words], folder, io);
    const { hosts } = JSON.parse(out || '{}');
    if (hosts === undefined) throw new Error(err + out);
    return byHost(hosts);
  };
  const stacks = openStacks(
    folder,
    { stack: 'staging', outputs, timeout, resolver: dns.resolver, authorityPort: dns.port },
    { ...silentIo(folder), ...io },
  );
  await stacks.readNow('staging');
  const views = stacks.views().flatMap(({ hosts }) => hosts);
  const page = views.map(({ plan, status }) => ({ host: plan.host, findings: status?.findings ?? [] }));
  return { check: await hostsOf('check'), status: await hostsOf('status'), page: byHost(page) };
}
