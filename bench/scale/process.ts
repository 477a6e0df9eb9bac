// One stack on a local cloud of its own, by the built-in engine: deployed, deployed again, and with one host more.
import '../../infra/run/pulumi-startup.ts';
import { check, createReader } from '@petstore/custom-domains/preflight';
import type { Handler } from '@petstore/local-cloud/resources/handler';
import { seedAccounts } from '../../cli/local/local-stack.ts';
import { localDns } from '../../infra/run/local-environment.ts';
import { builtInStack } from '../../test/cli/local/built-in.ts';
import { configOf, halfRedirects, planOf } from '../../test/infra/many-hosts.ts';
import { wrapHandlers } from '../../test/wrap-handlers.ts';
import { RAISED } from './raised.ts';

export interface Step {
  /** Of the processor. */
  readonly seconds: number;
  /** Creates, reads, updates and deletes of resources. */
  readonly requests: number;
  readonly resources: number;
}

export interface ScaleMessage {
  readonly first: Step;
  readonly again: Step;
  readonly oneMore: Step;
  /** Of one preflight. */
  readonly queries: number;
  readonly megabytes: number;
}

const LIMIT_MS = 30 * 60_000;
const OPERATIONS: readonly unknown[] = ['create', 'read', 'update', 'delete'] satisfies (keyof Handler)[];

let requests = 0;

/** A member of a handler is read once for each request. */
function counted(handler: Handler): Handler {
  return new Proxy(handler, {
    get(target, key) {
      if (OPERATIONS.includes(key)) requests++;
      return Reflect.get(target, key);
    },
  });
}

const planFor = (hosts: number) => planOf({ ...configOf(halfRedirects(hosts)), 'petstore:quotas': RAISED });

async function measure(hosts: number): Promise<ScaleMessage> {
  const { cloud, stack, artifacts, close } = await builtInStack({
    registry: (own) => wrapHandlers(own, counted),
    limitMs: LIMIT_MS,
  });
  async function deploy(count: number): Promise<Step> {
    const plan = planFor(count);
    seedAccounts(cloud, plan);
    requests = 0;
    const started = process.cpuUsage();
    const { changes, failures, error } = await stack.deploy(plan, artifacts);
    const { user, system } = process.cpuUsage(started);
    const failed = error ?? failures[0]?.error;
    if (failed !== undefined) throw failed;
    return { seconds: (user + system) / 1e6, requests, resources: changes.length };
  }
  const [first, again, oneMore] = [await deploy(hosts), await deploy(hosts), await deploy(hosts + 1)];
  const reader = createReader(localDns(cloud.dnsServer));
  await check(planFor(hosts).hosts, reader);
  await close();
  const megabytes = process.resourceUsage().maxRSS / 1_000;
  return { first, again, oneMore, queries: reader.statistics.questions, megabytes };
}

const figures = await measure(Number(process.argv[2]));
process.send?.(figures, () => process.exit());
