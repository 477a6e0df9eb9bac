// A stack file that a change renames: to Pulumi that is a second stack, and the first one still has what it has deployed.
import { existsSync } from 'node:fs';
import { shellWord } from '@petstore/custom-domains/output';
import { loadSettings, stackFile, stacksIn } from '../../infra/config/stack-file.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import { fileAt, hostsAt, loadBase, stacksAt } from './stack.ts';

export interface RenamedStack {
  readonly from: string;
  readonly to: string;
  /** Takes the rename back, with the edits that came with it. */
  readonly undo: string;
  /** What to do, in this order, with a command or a line of the file each. */
  readonly steps: readonly { readonly what: string; readonly command: string }[];
}

/** `before`: the stack at `base`, whose file is not here. Undefined where no new stack declares any of its hosts. */
export async function renamedStack(
  folder: string,
  before: StackPlan,
  base: string,
): Promise<RenamedStack | undefined> {
  const stacks = await Promise.all(
    stacksIn(folder).map(async (to) => ({ to, shared: await sharedWithNew(folder, to, { before, base }) })),
  );
  const [most] = stacks.toSorted((a, b) => b.shared.length - a.shared.length);
  return most === undefined || most.shared.length === 0 ? undefined : renamed(before, base, most);
}

/** As seen from the new stack: the removed one whose hosts it has. Undefined where its file was at `base`, or has none. */
export async function renamedFrom(
  folder: string,
  stack: string,
  base: string,
): Promise<RenamedStack | undefined> {
  if ((await fileAt(folder, base, `Pulumi.${stack}.yaml`)) !== undefined) return undefined;
  const removed = (await stacksAt(folder, base)).filter((name) => !existsSync(stackFile(folder, name)));
  const plans = await Promise.all(removed.map(async (name) => (await loadBase(folder, name, base)).plan));
  const all = await Promise.all(
    plans.map((plan) => (plan === undefined ? undefined : renamedStack(folder, plan, base))),
  );
  return all.find((one) => one?.to === stack);
}

/** Deletes what a stack has deployed. */
export function destroyCommand(stack: string): string {
  return `pulumi destroy --stack ${shellWord(stack)}`;
}

/** The hosts of `before` that a stack has whose file is new since `base`. */
async function sharedWithNew(
  folder: string,
  stack: string,
  { before, base }: { readonly before: StackPlan; readonly base: string },
): Promise<string[]> {
  const loaded = loadSettings(folder, stack);
  const isNew = (await hostsAt(folder, stack, base))?.size === 0;
  if ('problems' in loaded || !isNew) return [];
  const hosts = new Set(planStack(loaded.settings).hosts.map(({ host }) => host));
  return before.hosts.map(({ host }) => host).filter((host) => hosts.has(host));
}

function renamed(
  { stack: from, hosts }: StackPlan,
  base: string,
  { to, shared }: { readonly to: string; readonly shared: readonly string[] },
): RenamedStack {
  const [old, now] = [from, to].map((stack) => shellWord(`Pulumi.${stack}.yaml`));
  const undo = `mv ${now} ${old}`;
  const ofApi = hosts.find(({ host, target }) => shared.includes(host) && target === 'gateway');
  return {
    from,
    to,
    undo,
    steps: [
      { what: `to keep the stack ${from}, take the rename back`, command: undo },
      {
        what: `to go over to ${to} instead, first restore the file of ${from}, which still serves the hosts`,
        command: `git checkout ${shellWord(base)} -- ${old}`,
      },
      {
        what: `second, say in Pulumi.${to}.yaml that they move in, so that they may be in both files`,
        command: `petstore:moving: [${shared.join(', ')}]`,
      },
      {
        what: 'third, follow the steps of each, which end with its removal from the old stack',
        command: `npm run domains -- move ${shared[0]} --stack ${shellWord(to)}`,
      },
      ...(ofApi === undefined ? [] : [apiStep(ofApi.host, from)]),
      {
        what: `last, when ${from} has no host left, delete what it has, and remove its file in a change of its own`,
        command: destroyCommand(from),
      },
    ],
  };
}

/** As the documents say of hosts that move in: a regional gateway has a domain name once, in all accounts together. */
function apiStep(host: string, from: string) {
  return {
    what: `but a host of the API, whose name API Gateway has once in a region, is removed from ${from} first, and that is deployed`,
    command: `npm run domains -- remove ${host} --stack ${shellWord(from)}`,
  };
}
