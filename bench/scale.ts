// Stacks of 10 to 1,000 hosts, half of them redirects, each on a local cloud of its own by the built-in engine: deployed, deployed again,
// and with one host more.
import '../infra/run/pulumi-startup.ts';
import { check, createReader } from '@petstore/custom-domains/preflight';
import type { Handler } from '@petstore/local-cloud/resources/handler';
import { seedAccounts } from '../cli/local/local-stack.ts';
import { localDns } from '../infra/run/local-environment.ts';
import { builtInStack } from '../test/cli/local/built-in.ts';
import { configOf, halfRedirects, planOf } from '../test/infra/many-hosts.ts';
import { nodeArguments } from '../test/npm-script.ts';
import { wrapHandlers } from '../test/wrap-handlers.ts';
import { withProcess } from './process.ts';
import { against, alone, type BenchRow, milliseconds, processorTimeOf } from './report.ts';

const SIZES = [10, 100, 500, 1_000] as const;
/** With 10 hosts, the stack's other resources weigh too much. */
const GOALS = { perHostMs: 40, perHostOfTenMs: 120, linear: 1.1 };

type Figures = Awaited<ReturnType<typeof measure>>;

export async function run(): Promise<BenchRow[]> {
  const all: Figures[] = [];
  const flags = nodeArguments('local').slice(0, -1);
  for (const hosts of SIZES)
    all.push(await withProcess<Figures>(['scale', 'measure', hosts], (figures) => figures, flags));
  const perHostMs = ({ first, hosts }: Figures) => (first.seconds * 1_000) / hosts;
  const [hundred] = all.filter(({ hosts }) => hosts === 100).map(perHostMs);
  return all.flatMap((one) => {
    const { hosts, first, again, oneMore, queries, megabytes } = one;
    const each = (value: number) => (value / hosts).toFixed(1);
    const steps = `again ${again.seconds.toFixed(1)} s, one host more ${oneMore.seconds.toFixed(1)} s and ${oneMore.requests} requests`;
    const note = `a host: ${each(first.requests)} requests, ${each(queries)} queries; ${megabytes.toFixed(0)} MB; ${steps}`;
    const goal = hosts < 100 ? GOALS.perHostOfTenMs : GOALS.perHostMs;
    const what = `${hosts} hosts: deploying, per host`;
    const own = alone(what, perHostMs(one), goal, milliseconds, note);
    if (hosts <= 100) return own;
    const pair = [perHostMs(one), hundred ?? Number.NaN] as const;
    return [own, against(`${what}, against 100`, pair, GOALS.linear, milliseconds)];
  });
}

export const LIMIT_MS = 30 * 60_000;
const OPERATIONS: readonly unknown[] = ['create', 'read', 'update', 'delete'] satisfies (keyof Handler)[];
/** More than any of these stacks uses. */
const RAISED = Object.fromEntries(
  ['L-24B04930', 'L-A93447B8', 'L-F141DD1D', 'cloudflare-records', 'distributions-of-a-function'].map(
    (id) => [id, 100_000],
  ),
);

export const fileFor = (hosts: number) => ({ ...configOf(halfRedirects(hosts)), 'petstore:quotas': RAISED });
const planFor = (hosts: number) => planOf(fileFor(hosts));

export async function measure(hosts: number) {
  let requests = 0;
  /** A member of a handler is read once for each request. */
  const counted = (handler: Handler): Handler =>
    new Proxy(handler, {
      get(target, key) {
        if (OPERATIONS.includes(key)) requests++;
        return Reflect.get(target, key);
      },
    });
  const registry = (own: Parameters<typeof wrapHandlers>[0]) => wrapHandlers(own, counted);
  const { cloud, stack, artifacts, close } = await builtInStack({ registry, limitMs: LIMIT_MS });
  const deploy = async (count: number) => {
    const plan = planFor(count);
    seedAccounts(cloud, plan);
    requests = 0;
    const { value, seconds } = await processorTimeOf(() => stack.deploy(plan, artifacts));
    const failed = value.error ?? value.failures[0]?.error;
    if (failed !== undefined) throw failed;
    return { seconds, requests };
  };
  const [first, again, oneMore] = [await deploy(hosts), await deploy(hosts), await deploy(hosts + 1)];
  const reader = createReader(localDns(cloud.dnsServer));
  await check(planFor(hosts).hosts, reader);
  await close();
  const megabytes = process.resourceUsage().maxRSS / 1_000;
  return { hosts, first, again, oneMore, queries: reader.statistics.questions, megabytes };
}
