// `domains status`: where each host is in its life, once or again and again.
import { setTimeout as delay } from 'node:timers/promises';
import { exitStatus } from '@petstore/custom-domains/preflight';
import { type Context, openContext, type SharedOptions } from '../context.ts';
import { requireOutputs } from '../deployed-hosts.ts';
import type { Io } from '../io.ts';
import { chooseHosts, loadPlan } from '../stack.ts';
import { type HostStatus, readLives } from './host-status.ts';
import { hostStatusText } from './host-status-text.ts';

export interface StatusOptions extends SharedOptions {
  readonly watch?: boolean;
  readonly format: 'text' | 'json';
}

const pauseMs = { local: 2000, other: 20_000 };
/** ACM gives up after 72 hours, and so does --watch. */
const longestWatchMs = 72 * 3_600_000;

/** Resolves to the exit status of the last look. */
export async function runStatus(names: readonly string[], options: StatusOptions, io: Io): Promise<number> {
  const context = openContext(options, io);
  const issuingSince = new Map<string, number>();
  const started = Date.now();
  let shown = '';
  for (;;) {
    const lives = await look(names, context);
    noteIssuing(lives, issuingSince);
    const text =
      options.format === 'json' ? statusJson(context.stack, lives) : statusText(lives, context, issuingSince);
    if (text !== shown) io.print(options.watch && io.isTerminal ? `\u001b[2J\u001b[H${text}` : text);
    shown = text;
    const isDone = lives.every(({ state }) => state === 'live') || Date.now() - started > longestWatchMs;
    if (!options.watch || isDone || io.signal.aborted) return statusOf(lives);
    const pause = context.local === undefined ? pauseMs.other : pauseMs.local;
    await delay(pause, undefined, { signal: io.signal }).catch(() => undefined);
  }
}

/** Everything is read anew: the file, the outputs and DNS change while one watches. */
async function look(names: readonly string[], context: Context): Promise<HostStatus[]> {
  const { folder, stack, outputsFile: file, io } = context;
  const hosts = chooseHosts(loadPlan(folder, stack), names);
  return readLives(hosts, await requireOutputs({ folder, stack, file }, io.signal), context);
}

function noteIssuing(lives: readonly HostStatus[], since: Map<string, number>): void {
  for (const { checked, state } of lives) {
    const { host } = checked.plan;
    if (state !== 'issuing') since.delete(host);
    else if (!since.has(host)) since.set(host, Date.now());
  }
}

function statusText(
  lives: readonly HostStatus[],
  context: Context,
  since: ReadonlyMap<string, number>,
): string {
  const { stack, notes, io } = context;
  const texts = lives.map((life) => {
    const start = since.get(life.checked.plan.host);
    const issuingFor = start === undefined ? undefined : (Date.now() - start) / 1000;
    return hostStatusText(life, { stack, color: io.color, width: io.width, issuingFor });
  });
  return [
    ...notes.map((note) => `note: ${note}`),
    ...(texts.length > 0 ? texts : [`${stack} declares no host`]),
  ].join('\n\n');
}

function statusJson(stack: string, lives: readonly HostStatus[]): string {
  const hosts = lives.map(({ checked, state, deployed, probe, fault, wait }) => ({
    host: checked.plan.host,
    site: checked.plan.site,
    role: checked.plan.role,
    state,
    certificate: deployed?.certificate ?? null,
    reason: deployed?.reason ?? null,
    earlierRequest: deployed?.earlierRequest ?? null,
    presented: probe?.certificate ?? null,
    answer: probe?.kind === 'answered' ? { status: probe.status, location: probe.location } : null,
    fault: fault ?? null,
    propagationSeconds: wait,
    findings: checked.findings.map(({ host: _host, ...finding }) => finding),
  }));
  return JSON.stringify({ stack, hosts }, null, 2);
}

/** 1 where a host is blocked, failed or does not answer, 3 where DNS could not be read, else 0. */
function statusOf(lives: readonly HostStatus[]): number {
  const isWrong = ({ fault, deployed }: HostStatus) =>
    fault !== undefined || deployed?.certificate === 'FAILED';
  if (lives.some(isWrong)) return 1;
  return exitStatus(lives.flatMap(({ checked }) => checked.findings));
}
