// A deployment of many hosts in several runs, and one that declares only what may have changed: together they register what one run
// of all hosts registers.
import { beforeAll, expect, test } from 'vitest';
import { type Deployed, openParts } from '../../../infra/hosts/parts.ts';
import type { StackPlan } from '../../../infra/plan/types.ts';
import { configOf, halfRedirects, planOf } from '../many-hosts.ts';
import { answer, type Recording, recordStack } from '../recorder.ts';

const HOSTS = 8;

const planFor = (hosts: number, config = {}) =>
  planOf({ ...configOf(halfRedirects(hosts)), 'petstore:preflight': 'off', ...config });

/** As JSON, by URN, what was registered last. */
function inputsOf(runs: readonly Recording[]): Map<string, string> {
  const all = runs.flatMap(({ registrations }) => registrations);
  return new Map(all.map(({ urn, inputs }) => [urn, JSON.stringify(inputs)]));
}

async function deploy(plan: StackPlan, most: number, { last, runs: before = [] }: Partial<Deploying> = {}) {
  const kept = new Set<string>();
  const keep = (names: ReadonlySet<string>) => {
    for (const name of names) kept.add(name);
  };
  const parts = openParts({ most, keep, last });
  const state = before.flatMap(({ registrations }) => registrations);
  const resources = Object.fromEntries(state.map((one) => [one.urn, answer(one).outputs]));
  const runs: Recording[] = [];
  do runs.push(await recordStack(plan, { resources, outputs: before.at(-1)?.outputs }, { parts }));
  while (parts.isLeft);
  const declared = new Set(
    runs.flatMap(({ registrations }) => registrations.flatMap(({ name, custom }) => (custom ? [] : [name]))),
  );
  return {
    plan,
    runs,
    kept,
    last: parts.deployed,
    hosts: plan.hosts.map(({ host }) => host).filter((host) => declared.has(host)),
  };
}

interface Deploying {
  readonly last: Deployed;
  readonly runs: readonly Recording[];
}

test('several runs register what one run does, with the same outputs', async () => {
  const plan = planFor(HOSTS);
  const whole = await recordStack(plan);
  const { runs } = await deploy(plan, 5);
  expect(runs.length).toBe(2);
  expect(Object.fromEntries(inputsOf(runs))).toEqual(Object.fromEntries(inputsOf([whole])));
  expect(runs.at(-1)?.outputs).toEqual(whole.outputs);
});

test('a redirect is declared after the host that it leads to, and what waits for a person last', async () => {
  const zones = { 'two.example': { provider: 'route53' } };
  const { runs, plan } = await deploy(planFor(HOSTS, { 'petstore:zones': zones }), 3);
  const names = runs.map(({ registrations }) => new Set(registrations.map(({ name }) => name)));
  const order = names.map((own) => plan.hosts.map(({ host }) => host).filter((host) => own.has(host)));
  expect(order).toEqual([
    ['api0.one.example', 'api1.two.example', 'docs1.two.example'],
    ['old2.three.test', 'docs0.one.example', 'old3.one.example'],
    ['old0.one.example', 'old1.two.example'],
  ]);
});

let first: Awaited<ReturnType<typeof deploy>>;
beforeAll(async () => {
  first = await deploy(planFor(HOSTS), HOSTS);
});

test('the next deployment declares the host that is new, and has everything else in its outputs', async () => {
  const plan = planFor(HOSTS + 1);
  const { hosts, kept, runs } = await deploy(plan, HOSTS, first);
  expect(hosts).toEqual(['api2.three.test']);
  expect(kept.size).toBe(3 * HOSTS);
  const whole = await recordStack(plan);
  expect(runs.at(-1)?.outputs).toEqual(whole.outputs);
  const all = inputsOf([whole]);
  for (const [urn, inputs] of inputsOf(runs)) expect(inputs).toBe(all.get(urn));
});

test.each([
  ['a setting of the whole stack', { 'petstore:securityPolicy': 'TLSv1.3_2025' }, HOSTS],
  ['the TTL of one host', { 'petstore:ttl': { 'api1.two.example': 60 } }, 1],
])('the next deployment declares what depends on %s', async (_, config, count) => {
  const { hosts } = await deploy(planFor(HOSTS, config), HOSTS, first);
  expect(hosts.length).toBe(count);
});
