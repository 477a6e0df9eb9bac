// What everyone but the run says of the hosts of a deployment: `check` and `status`, and the domains page.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openStacks } from '../../../cli/domains/open/live/stacks.ts';
import type { TestDns } from '../../../packages/custom-domains/test/preflight/dns-server.ts';
import { runMain, silentIo } from '../../cli/domains/harness.ts';
import type { Decided, Deployment, State } from './deployment.ts';
import { stackText } from './stack-text.ts';

/** Only `check` and `report` look beyond the value of a record, and at what others can claim there. */
const BEYOND = ['target-claimable', 'target-missing', 'target-unreadable'];

type Findings = readonly Pick<Decided['findings'][number], 'code' | 'severity'>[];
export const told = (findings: Findings) =>
  findings
    .filter(({ code }) => !BEYOND.includes(code))
    .map(({ severity, code }) => `${severity} ${code}`)
    .toSorted();

/** By host, what each teller says of it. */
export type Told = Readonly<Record<string, readonly string[]>>;
const byHost = (hosts: readonly { readonly host: string; readonly findings: Findings }[]): Told =>
  Object.fromEntries(hosts.map(({ host, findings }) => [host, told(findings)]));

export async function tellers(
  given: Deployment,
  state: State | undefined,
  dns: TestDns,
): Promise<Readonly<Record<string, Told>>> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-judge-'));
  try {
    return await tell(folder, given, state, dns);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tell(folder: string, given: Deployment, state: State | undefined, dns: TestDns) {
  const { now = 0, misbehave } = given;
  const timeout = misbehave === undefined ? 5 : 0.5;
  writeFileSync(join(folder, 'Pulumi.staging.yaml'), stackText(given));
  const outputs = join(folder, 'outputs.json');
  writeFileSync(outputs, JSON.stringify({ hosts: state?.hosts ?? {} }));
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
