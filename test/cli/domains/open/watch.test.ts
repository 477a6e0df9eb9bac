import { Hono } from 'hono';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Context, openContext } from '../../../../cli/domains/context.ts';
import { events } from '../../../../cli/domains/open/live/events.ts';
import { outputsReader, readHosts } from '../../../../cli/domains/open/live/stack-view.ts';
import { StackWatch } from '../../../../cli/domains/open/live/stack-watch.ts';
import { Watch } from '../../../../cli/domains/open/live/watch.ts';
import { loadPlan } from '../../../../cli/domains/stack.ts';
import type { HostStatus } from '../../../../cli/domains/status/host-status.ts';
import { Timeline } from '../../../../cli/domains/status/timeline.ts';
import type { HostPlan } from '../../../../infra/plan/types.ts';
import type { TestDns } from '../../../../packages/custom-domains/test/preflight/dns-server.ts';
import { fixtureForEach, outputsOf, silentIo } from '../harness.ts';

const HOST = 'shop.partner.example';
const FILE = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:docs:
    primary: ${HOST}
`;
const TWO = FILE.concat('    domains: [www.partner.example]\n');
const STACK = 'Pulumi.production.yaml';
const deployed = (certificate: string) =>
  outputsOf({ [HOST]: { site: 'docs', role: 'primary', certificate, records: [] } });

const fixture = fixtureForEach({
  [STACK]: FILE,
  'Pulumi.local.yaml': FILE,
  'outputs.json': deployed('PENDING_VALIDATION'),
});
let dns: TestDns;
beforeEach(async () => {
  dns = await fixture.serve({ 'partner.example': { on: ['127.0.0.21'] } });
});

function contextOf(stack = 'production', file?: string): Context {
  const outputs = file ?? (stack === 'production' ? 'outputs.json' : undefined);
  const options = { stack, resolver: dns.resolver, timeout: 5, outputs };
  return openContext(options, silentIo(fixture.folder));
}

/** How often the zone was read: each reading asks its server once for this. */
const readings = () =>
  dns.queries.filter(
    ({ server, name, type }) => server === '127.0.0.21' && name === 'partner.example' && type === 'CAA',
  ).length;
const watchOf = (outputs?: string) =>
  new StackWatch(
    'production',
    () => contextOf('production', outputs),
    () => new Date(0),
  );
const stepsOf = (watch: StackWatch) =>
  watch.view.hosts[0]?.steps.map(({ title, text }) => `${title} ${text}`.trim());

test('before its first reading a stack has the hosts of the file; after it what was read, and when', async () => {
  const watch = watchOf();
  expect(watch.view).toEqual({
    ...{ stack: 'production', plan: expect.anything(), notes: [] },
    hosts: [{ plan: expect.objectContaining({ host: HOST }), steps: [] }],
  });
  expect(watch.isOlderThan(1_000_000_000)).toBe(true);
  await watch.read();
  expect(watch.view.readAt).toBeInstanceOf(Date);
  expect(watch.view.hosts[0]?.status).toMatchObject({ state: 'awaiting-dns' });
});

test('whoever asks during a reading waits for that one; "read now" begins after it, and reads the outputs again', async () => {
  const watch = watchOf();
  await Promise.all([watch.read(), watch.read(), watch.read()]);
  expect(readings()).toBe(1);
  fixture.write('outputs.json', deployed('FAILED'));
  await watch.read();
  expect(stepsOf(watch)).not.toContain('declared its last deployment failed');
  const underWay = watch.read();
  await watch.readNow();
  await underWay;
  expect(stepsOf(watch)).toContain('declared its last deployment failed');
  expect(readings()).toBe(4);
});

test('the version is of what is shown; a host that is new in the file is shown beside what was read', async () => {
  const watch = watchOf();
  const versions = [watch.version];
  for (const name of [STACK, 'Pulumi.staging.yaml']) {
    await watch.read();
    versions.push(watch.version);
    await watch.read();
    expect(watch.version).toBe(versions.at(-1));
    fixture.write(name, name === STACK ? TWO : 'config: [');
    versions.push(watch.version);
  }
  expect(new Set(versions).size).toBe(5);
  expect(watch.view.hosts.map(({ plan, status }) => [plan.host, status?.state])).toEqual([
    [HOST, 'awaiting-dns'],
    ['www.partner.example', 'declared'],
  ]);
  expect(watch.view.notes).toEqual([expect.stringContaining('Pulumi.staging.yaml')]);
});

test('a file with problems: they are shown once, and nothing is read', async () => {
  fixture.write(STACK, FILE.replace('pro\n', 'gold\n'));
  const watch = watchOf();
  await watch.read();
  expect(watch.view).toMatchObject({ hosts: [], notes: [expect.stringContaining('petstore:plan')] });
  expect([watch.view.readAt, dns.queries]).toEqual([undefined, []]);
  fixture.write(STACK, FILE);
  await watch.read();
  expect(watch.view.notes).toEqual([]);
});

test('where nobody knows what is deployed, no step says that the host is not', async () => {
  const watch = watchOf('none.json');
  await watch.read();
  expect(stepsOf(watch)?.[0]).toBe('declared what is deployed is not known here');
  fixture.write('none.json', '{"hosts":{}}');
  await watch.readNow();
  expect(stepsOf(watch)?.[0]).toMatch(/^declared not deployed yet/);
  expect(watch.view.notes).toEqual([]);
});

test('the outputs of the CLI are kept for a minute, as each is a process of seconds; those of the local stack are not', async () => {
  const certificates = async (stack: string, write: (text: string) => void) => {
    const outputs = outputsReader();
    const found = [];
    for (const [minutes, certificate] of [0, 59_999, 60_000].entries()) {
      clock.mockReturnValue(now + certificate);
      write(deployed(['PENDING_VALIDATION', 'ISSUED', 'FAILED'][minutes] ?? ''));
      found.push((await outputs(contextOf(stack))).deployed?.get(HOST)?.certificate);
    }
    return found;
  };
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now');
  const kept = await certificates('production', (text) => fixture.write('outputs.json', text));
  const local = await certificates('local', (text) => fixture.writeLocal('outputs.json', text));
  clock.mockRestore();
  expect(kept).toEqual(['PENDING_VALIDATION', 'PENDING_VALIDATION', 'FAILED']);
  expect(local).toEqual(['PENDING_VALIDATION', 'ISSUED', 'FAILED']);
});

test('what fails is a note, once, and the rest is read', async () => {
  const plans = loadPlan(fixture.folder, 'production').hosts;
  const read = (context: Context) => readHosts(plans, context, outputsReader());
  const unread = await read(contextOf('production', 'none.json'));
  expect(unread).toMatchObject({ isDeploymentKnown: false, statuses: [{ plan: { host: HOST } }] });
  expect(unread.notes).toEqual([
    expect.stringMatching(/none\.json.*open --stack production --outputs FILE/s),
  ]);
  const stopped = openContext({ stack: 'local' }, silentIo(fixture.folder));
  const notRunning = expect.stringMatching(/^The local cloud is not running here\./);
  expect(await read(stopped)).toEqual({ statuses: [], isDeploymentKnown: false, notes: [notRunning] });
  const newReader = () => {
    throw new TypeError('a fault');
  };
  const faulty = await read({ ...contextOf(), newReader, notes: ['only the resolver was queried'] });
  const fault = expect.stringMatching(/^TypeError: a fault\n +at /);
  expect(faulty.notes).toEqual(['only the resolver was queried', fault]);
});

/** Of all stacks, with a time that stands still until it is turned; whoever sleeps wakes up at each turn. */
function watchAll() {
  let time = 0;
  const sleepers: (() => void)[] = [];
  const clock = {
    now: () => new Date(time),
    signal: new AbortController().signal,
    sleep: () => new Promise<void>((resolve) => void sleepers.push(resolve)),
  };
  const stacks = ['production'];
  const watch = new Watch({ names: () => stacks, open: (name) => contextOf(name) }, clock);
  return {
    ...{ watch, stacks, sleepers },
    readAt: (index = 0) => watch.views()[index]?.readAt,
    turn: async (ms: number) => {
      time += ms;
      for (const wake of sleepers.splice(0)) wake();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('five pages cause the readings of one, each stack after its pause, and none is left when they are closed', async () => {
  const { watch, stacks, sleepers, readAt, turn } = watchAll();
  stacks.push('local');
  const leave = Array.from({ length: 5 }, () => watch.subscribe(() => undefined));
  await vi.waitFor(() => expect(watch.views().every((view) => view.readAt)).toBe(true));
  expect([readings(), sleepers.length]).toEqual([2, 1]);
  const [production, local] = watch.views().map((view) => view.readAt);
  await turn(2_001);
  await vi.waitFor(() => expect(readAt(1)).not.toBe(local));
  expect([readAt(), readings(), sleepers.length]).toEqual([production, 3, 1]);
  await turn(18_000);
  await vi.waitFor(() => expect(readAt()).not.toBe(production));
  for (const one of leave) one();
  await turn(1_000);
  expect(sleepers).toEqual([]);
});

test('each listener hears of each version once, until it leaves; whoever comes later is told again', async () => {
  const { watch, sleepers, readAt, turn } = watchAll();
  const heard: string[] = [];
  const leave = watch.subscribe((version) => heard.push(version));
  await vi.waitFor(() => expect(readAt()).toBeInstanceOf(Date));
  expect(heard.at(-1)).toBe(watch.version);
  expect(watch.version).toMatch(/^production:[\w-]{16}$/);
  expect(new Set(heard).size).toBe(heard.length);
  leave();
  const { length } = heard;
  fixture.write(STACK, TWO);
  watch.views();
  expect(heard).toHaveLength(length);
  await turn(1_000);
  const leaveAgain = watch.subscribe((version) => heard.push(version));
  await watch.readNow('production');
  expect(heard.length).toBeGreaterThan(length);
  leaveAgain();
  await turn(1_000);
  expect(sleepers).toEqual([]);
});

test('a stream has the version at once and each later one, and does not listen once its page is gone', async () => {
  const listeners = new Set<(version: string) => void>();
  const subscribe = (listener: (version: string) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const app = new Hono().get('/events', events({ version: 'a:1', subscribe } as unknown as Watch));
  const reader = ((await app.request('/events')).body as ReadableStream<Uint8Array>).getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await next()).toBe('event: version\ndata: a:1\n\n');
  for (const listener of listeners) listener('a:2');
  expect(await next()).toBe('event: version\ndata: a:2\n\n');
  await reader.cancel();
  await vi.waitFor(() => expect(listeners.size).toBe(0));
});

test('a stack is kept over its readings; one whose file is removed is forgotten, and read anew when it is back', async () => {
  const { watch, stacks, readAt } = watchAll();
  await watch.readNow('production');
  fixture.write('outputs.json', deployed('FAILED'));
  await watch.readNow('production');
  const certificate = watch.views()[0]?.hosts[0]?.steps.find(({ title }) => title === 'certificate');
  expect(certificate).toMatchObject({ mark: 'bad', isChange: true });
  stacks.pop();
  expect([watch.views(), watch.version]).toEqual([[], '']);
  stacks.push('production');
  expect(readAt()).toBeUndefined();
  await watch.readNow('production');
});

test('a step keeps its time until it changes; the first reading saw no change; a host that was away is new', () => {
  const status = (certificate: string | undefined, host = 'a.example') => {
    const plan = { host, site: 'docs', role: 'domain', zone: { provider: 'route53', name: 'example' } };
    return {
      ...{ state: certificate === undefined ? 'declared' : 'issuing', wait: 0, plan },
      checked: { plan: plan as HostPlan, findings: [], observation: { views: [] } },
      deployed: certificate && { site: 'docs', role: 'domain', certificate, records: [] },
    } as unknown as HostStatus;
  };
  const timeline = new Timeline('production');
  const seen = (minute: number, ...all: HostStatus[]) =>
    timeline
      .note(all, new Date(Date.UTC(2027, 0, 31, 12, minute)))
      [all.findIndex((one) => one.plan.host === 'a.example')]?.filter(({ title }) => title === 'certificate')
      .map(({ mark, since, isChange }) => [mark, since.getUTCMinutes(), isChange].join(' '));
  expect(seen(0, status(undefined))).toEqual(seen(1, status(undefined)));
  expect(seen(2, status('PENDING_VALIDATION'), status(undefined, 'b.example'))).toEqual(['wait 2 true']);
  expect(seen(3, status('PENDING_VALIDATION'))).toEqual(['wait 2 true']);
  const [late] = timeline.note([status('PENDING_VALIDATION')], new Date(Date.UTC(2027, 0, 31, 12, 33)));
  expect(late?.find(({ title }) => title === 'certificate')?.text).toMatch(/^waited for 31 min/);
  expect(seen(4, status('FAILED'))).toEqual(['bad 4 true']);
  expect(seen(5, status(undefined, 'b.example'))).toBeUndefined();
  expect(seen(6, status('FAILED'))).toEqual(['bad 6 false']);
});
