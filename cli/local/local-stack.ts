// The local stack: from Pulumi.local.yaml and the sources to a deployment in the local cloud.
import { setFlagsFromString } from 'node:v8';
import { assertAccountAllowed } from '@petstore/local-cloud/account';
import type { Cloud } from '@petstore/local-cloud/cloud';
import {
  CancelledError,
  type Change,
  type Deployment,
  stackOutputs,
  stackState,
} from '@petstore/local-cloud/engine/deployment';
import { Engine, type Program } from '@petstore/local-cloud/engine/engine';
import { AT_ANY_PACE } from '@petstore/local-cloud/quotas';
import type { Store } from '@petstore/local-cloud/store';
import { ProblemsError } from '../../infra/config/problem.ts';
import { loadSettings, stackFile } from '../../infra/config/stack-file.ts';
import type { PreflightLog } from '../../infra/hosts/log.ts';
import { type Deployed, openParts, type Parts } from '../../infra/hosts/parts.ts';
import { accessOf, zoneApis } from '../../infra/hosts/zone-apis.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import { declareStack } from '../../infra/program.ts';
import type { Artifacts } from '../../infra/run/artifacts.ts';
import { localDns } from '../../infra/run/local-environment.ts';
import { LOCAL_STACK, PROJECT } from '../stack-names.ts';
import { localAccess } from './local-access.ts';

/** The local DNS responds at once or not at all. */
const DNS_TIMEOUT_MS = 500;

/** Of one run of the program: it holds 2 MB of each until its end. */
const MOST_HOSTS = 50;

/** What the script gives to V8 costs a large deployment twice its time. */
const FOR_SIZE = '--optimize-for-size';

async function atSpeed<T>(isLarge: boolean, work: () => Promise<T>): Promise<T> {
  if (!isLarge || !process.execArgv.includes(FOR_SIZE)) return work();
  setFlagsFromString('--no-optimize-for-size');
  return work().finally(() => setFlagsFromString(FOR_SIZE));
}

interface StackRunOptions {
  readonly cloud: Cloud;
  readonly state: Store;
  readonly signal: AbortSignal;
  readonly onChange: (change: Change) => void;
  readonly log: PreflightLog;
  /** Milliseconds since 1970; the machine's clock where absent. */
  readonly now?: () => number;
}

/** Throws ProblemsError, with every problem of the file. */
export function loadLocalPlan(root: string): StackPlan {
  const loaded = loadSettings(root, LOCAL_STACK);
  if ('problems' in loaded) throw new ProblemsError(`Pulumi.${LOCAL_STACK}.yaml`, loaded.problems);
  return planStack(loaded.settings);
}

/**
 * What the plan says of the accounts: the zones that exist, and the quotas that were granted. Domain names are created at any pace:
 * nobody waits minutes for a laptop.
 */
export function seedAccounts(cloud: Cloud, { settings }: StackPlan): void {
  cloud.seedZones(settings.zones);
  cloud.grantQuotas({ ...settings.quotas, ...AT_ANY_PACE });
}

export const localStackFile = (root: string): string => stackFile(root, LOCAL_STACK);

/** Deploys a plan into the local cloud: in this process, or with the real engine. */
export interface Deployer {
  /** Compares its state with the cloud; absent where the engine has a command of its own, `pulumi refresh`. */
  refresh?(plan: StackPlan): Promise<void>;
  /** `signal` ends it, and what ends the run does. */
  deploy(plan: StackPlan, artifacts: Artifacts, signal?: AbortSignal): Promise<Deployment>;
  /** Absent where nothing but the cloud is to be closed. */
  close?(): Promise<void>;
  readonly shared?: SharedStack;
}

/** A stack that other programs deploy too: `pulumi up` or `pulumi destroy` in another shell. */
export interface SharedStack {
  /** It changes when the stack does. */
  readonly stateFile: string;
  lockHolder(): number | undefined;
  /** Undefined where the stack is destroyed. */
  outputs(): Promise<object | undefined>;
}

/** Deploys in this process. Its functions throw where the plan may not be deployed here. */
export function localStack(options: StackRunOptions) {
  const { cloud, state, onChange, log, now } = options;
  function engineFor({ region, settings }: StackPlan, signal = options.signal): Engine {
    const tables = stackState(state).values();
    const deployed = tables.find(({ type }) => type === 'aws:dynamodb/table:Table')?.region;
    requireSameRegion(region, deployed, 'npm run local -- --fresh');
    assertAccountAllowed(settings.allowedAccountIds);
    return new Engine({ registry: cloud.registry, store: state, region, signal, onChange });
  }
  let last: Deployed | undefined;
  /** The runs of one deployment. */
  function* runs(declare: (parts: Parts) => ReturnType<Program>): Generator<Program> {
    const known = last;
    last = undefined;
    let parts: Parts | undefined;
    for (;;) {
      yield ({ keep }) => {
        parts ??= openParts({ most: MOST_HOSTS, keep, last: known });
        return declare(parts);
      };
      if (!parts?.isLeft) break;
      // What a run leaves would else be collected when there is several times as much.
      globalThis.gc?.();
    }
    last = parts?.deployed;
  }
  return {
    /** Compares the state of the last run with the cloud. */
    refresh: async (plan: StackPlan) => {
      last = undefined;
      await engineFor(plan).refresh();
    },
    /** As with Pulumi's engine, one that was refused has the outputs of the last one, which is served still. */
    async deploy(plan: StackPlan, artifacts: Artifacts, signal?: AbortSignal): Promise<Deployment> {
      const dns = { ...localDns(cloud.dnsServer), timeoutMs: DNS_TIMEOUT_MS };
      const { httpsPort: publicPort, authorityFile } = cloud;
      const access = { ...localAccess(cloud), report: log.report };
      const apis = zoneApis(plan, () => accessOf(plan, {}, access), signal ?? options.signal);
      const own = { publicPort, authorityFile, dns, log, access, apis, now };
      const programs = runs((parts) => declareStack(plan, artifacts, { ...own, parts }));
      const deployment = await atSpeed(plan.hosts.length > MOST_HOSTS, () =>
        engineFor(plan, signal).deploy(programs, { project: PROJECT, stack: LOCAL_STACK }),
      );
      if (deployment.error !== undefined || deployment.failures.length > 0) last = undefined;
      if (deployment.outputs !== undefined || deployment.error instanceof CancelledError) return deployment;
      return { ...deployment, outputs: stackOutputs(state).get(LOCAL_STACK) };
    },
  } satisfies Deployer;
}

/**
 * The provider would replace every regional resource, the tables with their data too. Throws ProblemsError. `deployed`: undefined
 * where nothing is; `again`: the command that begins anew.
 */
export function requireSameRegion(region: string, deployed: string | undefined, again: string): void {
  if (deployed === undefined || deployed === region) return;
  const what = `is ${region}, and the local stack is deployed in ${deployed}: a stack stays in its region`;
  const fix = `set it to ${deployed}, or begin anew: ${again}`;
  const problem = { code: 'region-changed', path: 'aws:region', what, fix };
  throw new ProblemsError(`Pulumi.${LOCAL_STACK}.yaml`, [problem]);
}
