// `domains status`: the state of each host, once or repeatedly.
import { join, type Shown, shown, wrap } from '@petstore/custom-domains/output';
import { exitStatus } from '@petstore/custom-domains/preflight';
import {
  type Context,
  deploymentEnded,
  openContext,
  type SharedOptions,
  type StaleDns,
  staleDns,
  staleNote,
} from '../context.ts';
import { statusJson } from '../formats/json.ts';
import { type HostReport, readStatuses } from '../hosts.ts';
import { assertAttached } from '../inspect.ts';
import { type Io, STOPPED } from '../io.ts';
import { requireOutputs } from '../outputs.ts';
import { chooseHosts, loadPlan } from '../stack.ts';
import { hostStatusText } from './text.ts';

export interface StatusOptions extends SharedOptions {
  readonly watch?: boolean;
  readonly format: 'text' | 'json';
}

/** Milliseconds between two readings of a stack. */
export const PAUSE_MS = { local: 2000, other: 20_000 };
/** ACM gives up after 72 hours, and so does --watch. */
const MAX_WATCH_MS = 72 * 3_600_000;

/**
 * Resolves to the exit status of the last reading that was complete: the one that Ctrl-C ends says nothing about the hosts. 130
 * where there was none.
 */
export async function runStatus(names: readonly string[], options: StatusOptions, io: Io): Promise<number> {
  const context = openContext(options, io);
  const started = io.now().getTime();
  let last = '';
  let status = STOPPED;
  for (;;) {
    const reading = await readHosts(names, context, options.watch);
    if (reading === undefined) return status;
    const { statuses, stale } = reading;
    status = stale === undefined ? statusOf(statuses) : 3;
    const text =
      options.format === 'json'
        ? statusJson(context.stack, statuses, stale)
        : statusText(statuses, stale, context);
    if (String(text) !== last) {
      if (options.watch) io.clear();
      io.print(text);
    }
    last = String(text);
    const isLive = stale === undefined && statuses.every(({ state }) => state === 'live');
    const isDone = isLive || io.now().getTime() - started > MAX_WATCH_MS;
    if (!options.watch || isDone) return status;
    const pause = context.local === undefined ? PAUSE_MS.other : PAUSE_MS.local;
    await io.sleep(pause);
  }
}

/**
 * The file, the outputs and DNS may change while --watch runs, so all are read each time. Undefined where the signal came first:
 * then each query has failed, or the outputs could not be read.
 */
async function readHosts(names: readonly string[], context: Context, isWatching = false) {
  const { folder, stack, io } = context;
  try {
    await deploymentEnded(context, isWatching ? MAX_WATCH_MS : undefined);
    const stale = staleDns(context);
    const plan = loadPlan(folder, stack);
    const hosts = chooseHosts(plan, names);
    const deployed = await requireOutputs(context, io.signal);
    assertAttached(context, plan, undefined, deployed);
    const statuses = await readStatuses(hosts, plan, deployed, context);
    return io.signal.aborted ? undefined : { statuses, stale };
  } catch (error) {
    if (io.signal.aborted) return undefined;
    throw error;
  }
}

function statusText(statuses: readonly HostReport[], stale: StaleDns | undefined, context: Context): Shown {
  const { stack, io } = context;
  const notes = stale === undefined ? context.notes : [staleNote(stale), ...context.notes];
  const options = { stack, color: io.color, width: io.width };
  const texts = statuses.map((status) => hostStatusText(status, options));
  const all = [
    ...notes.map((note) => join(wrap(`note: ${note}`, io.width))),
    ...(texts.length > 0 ? texts : [shown`${stack} declares no host`]),
  ];
  return join(all, '\n\n');
}

/** 1 where a host is blocked, failed or does not respond, 3 where DNS could not be read, otherwise 0. */
function statusOf(statuses: readonly HostReport[]): number {
  const isWrong = ({ response, output }: HostReport) =>
    response?.fault !== undefined || output?.failed || output?.certificate === 'FAILED';
  if (statuses.some(isWrong)) return 1;
  return exitStatus(statuses.flatMap(({ findings }) => findings));
}
