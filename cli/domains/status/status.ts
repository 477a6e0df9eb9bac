// `domains status`: the state of each host, once or repeatedly.
import { join, type Shown, shown, wrap } from '@petstore/custom-domains/output';
import { exitStatus } from '@petstore/custom-domains/preflight';
import { type Context, dnsSettled, openContext, type SharedOptions } from '../context.ts';
import { statusJson } from '../formats/json.ts';
import { hostStatusText } from '../formats/text.ts';
import { type HostReport, readStatuses } from '../hosts.ts';
import { assertAttached } from '../inspect.ts';
import { type Io, STOPPED } from '../io.ts';
import { requireOutputs } from '../outputs.ts';
import { chooseHosts, loadPlan } from '../stack.ts';

interface StatusOptions extends SharedOptions {
  readonly watch?: boolean;
}

/** Milliseconds between two readings of a stack. */
export const PAUSE_MS = { local: 2000, other: 20_000 };
/** ACM gives up after 72 hours, and so does --watch. */
const MAX_WATCH_MS = 72 * 3_600_000;

/** Resolves to the exit status of the last reading that was complete; 130 where there was none. */
export async function runStatus(names: readonly string[], options: StatusOptions, io: Io): Promise<number> {
  const context = openContext(options, io);
  const started = io.now().getTime();
  let last = '';
  let status = STOPPED;
  for (;;) {
    const statuses = await readStack(names, context, options.watch).catch((error) => {
      if (!io.signal.aborted) throw error;
    });
    // What could not be read because of the signal is no outage.
    if (statuses === undefined || io.signal.aborted) return status;
    status = statusOf(statuses);
    const isJson = options.format === 'json';
    const text = isJson ? statusJson(context.stack, statuses) : statusText(statuses, context);
    if (String(text) !== last) {
      if (last !== '') io.clear();
      io.print(text);
    }
    last = String(text);
    const isLive = statuses.every(({ state }) => state === 'live');
    if (!options.watch || isLive || io.now().getTime() - started > MAX_WATCH_MS) return status;
    await io.sleep(context.local === undefined ? PAUSE_MS.other : PAUSE_MS.local);
  }
}

/** All are read each time, as they may change. */
async function readStack(names: readonly string[], context: Context, isWatching = false) {
  const { folder, stack, io } = context;
  await dnsSettled(context, isWatching ? MAX_WATCH_MS : undefined);
  const plan = loadPlan(folder, stack);
  const hosts = chooseHosts(plan, names);
  const deployed = await requireOutputs(context, io.signal);
  assertAttached(folder, plan, deployed);
  return readStatuses(hosts, plan, deployed, context.reads());
}

function statusText(statuses: readonly HostReport[], { stack, notes, io }: Context): Shown {
  const { color, width } = io;
  const texts = statuses.map((status) => hostStatusText(status, { stack, color, width }));
  const all = [
    ...notes.map((note) => join(wrap(`note: ${note}`, width))),
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
