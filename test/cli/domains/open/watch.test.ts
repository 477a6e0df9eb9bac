// How the open pages follow their stacks: which readings there are, what they keep, and who hears of which version.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashSources } from '../../../../cli/deployed-sources.ts';
import { StackWatch } from '../../../../cli/domains/open/live/stack-watch.ts';
import { Timeline } from '../../../../cli/domains/open/live/timeline.ts';
import { Watch } from '../../../../cli/domains/open/live/watch.ts';
import type { HostStatus } from '../../../../cli/domains/status/host-status.ts';
import type { HostPlan } from '../../../../infra/plan/types.ts';
import { deployed, FILE, HOST, openStack, type ReadStack, TWO } from './read-stack.ts';

let stack: ReadStack;
beforeEach(async () => {
  stack = await openStack();
});
afterEach(() => stack.close());

/** The time stands still until it is turned; whoever sleeps wakes up at each turn. */
function turnedClock() {
  let time = 0;
  const sleepers: (() => void)[] = [];
  return {
    now: () => new Date(time),
    signal: stack.signal,
    sleep: () => new Promise<void>((resolve) => void sleepers.push(resolve)),
    turn: (ms: number) => {
      time += ms;
      for (const wake of sleepers.splice(0)) wake();
    },
    get sleeping() {
      return sleepers.length;
    },
  };
}

describe('a watched stack', () => {
  const watchOf = (outputs?: string, now = () => new Date(0)) =>
    new StackWatch('production', () => stack.context('production', outputs), now);
  const stepsOf = (watch: StackWatch, host = HOST) =>
    watch.view.hosts
      .find(({ plan }) => plan.host === host)
      ?.steps.map(({ title, text }) => `${title} ${text}`.trim());

  test('before its first reading the hosts of the file; after it what was read, and when', async () => {
    let time = 0;
    const watch = watchOf(undefined, () => new Date(time));
    expect(watch.view).toMatchObject({ stack: 'production', notes: [], hosts: [{ plan: { host: HOST } }] });
    expect([watch.view.readAt, watch.view.hosts[0]?.status, watch.view.hosts[0]?.steps]).toEqual([
      ...[undefined, undefined, []],
    ]);
    expect(watch.isOlderThan(1_000_000_000)).toBe(true);
    await watch.read();
    expect(watch.view.readAt).toBeInstanceOf(Date);
    expect(watch.view.hosts[0]?.status).toMatchObject({ state: 'awaiting-dns' });
    time = 60_000;
    expect(watch.isOlderThan(60_000)).toBe(false);
    time = 60_001;
    expect(watch.isOlderThan(60_000)).toBe(true);
  });

  test('whoever asks during a reading waits for that one; the next one begins after it', async () => {
    const watch = watchOf();
    await Promise.all([watch.read(), watch.read(), watch.read()]);
    expect(stack.readings()).toBe(1);
    await watch.read();
    expect(stack.readings()).toBe(2);
  });

  test('"read now" begins after the one that is under way, and reads the outputs again', async () => {
    const watch = watchOf();
    await watch.read();
    stack.fixture.write('outputs.json', deployed('FAILED'));
    await watch.read();
    expect(stepsOf(watch)).not.toContain('declared its last deployment failed');
    const underWay = watch.read();
    await watch.readNow();
    await underWay;
    expect(stepsOf(watch)).toContain('declared its last deployment failed');
    expect(stack.readings()).toBe(4);
  });

  test('the version is of what is shown; a host that is new in the file is shown beside what was read', async () => {
    const watch = watchOf();
    const declared = watch.version;
    expect(watch.version).toBe(declared);
    await watch.read();
    const read = watch.version;
    expect(read).not.toBe(declared);
    await watch.read();
    expect(watch.version).toBe(read);
    stack.fixture.write('Pulumi.production.yaml', TWO);
    expect(watch.version).not.toBe(read);
    expect(watch.view.hosts.map(({ plan, status }) => [plan.host, status?.state])).toEqual([
      [HOST, 'awaiting-dns'],
      ['www.partner.example', undefined],
    ]);
    const both = watch.version;
    stack.fixture.write('Pulumi.staging.yaml', 'config: [');
    expect(watch.view.notes).toEqual([expect.stringContaining('Pulumi.staging.yaml')]);
    expect(watch.version).not.toBe(both);
  });

  test('a file with problems: they are shown once, and nothing is read', async () => {
    stack.fixture.write('Pulumi.production.yaml', FILE.replace('pro\n', 'gold\n'));
    const watch = watchOf();
    await watch.read();
    expect(watch.view).toMatchObject({ hosts: [], notes: [expect.stringContaining('petstore:plan')] });
    expect([watch.view.readAt, stack.dns.queries]).toEqual([undefined, []]);
    stack.fixture.write('Pulumi.production.yaml', FILE);
    await watch.read();
    expect(watch.view.notes).toEqual([]);
  });

  test('where nobody knows what is deployed, no step says that the host is not', async () => {
    const watch = watchOf('none.json');
    await watch.read();
    expect(stepsOf(watch)?.[0]).toBe('declared what is deployed is not known here');
    stack.fixture.write('none.json', '{"hosts":{}}');
    await watch.readNow();
    expect(stepsOf(watch)?.[0]).toMatch(/^declared not deployed yet/);
    expect(watch.view.notes).toEqual([]);
  });

  test('while npm run local deploys, nothing is read', async () => {
    const { fixture } = stack;
    const internetFile = join(fixture.folder, 'internet.zone');
    fixture.write('internet.zone', '');
    fixture.write('Pulumi.local.yaml', FILE);
    fixture.writeLocal('ca.pem', '');
    fixture.writeLocal('outputs.json', deployed('PENDING_VALIDATION'));
    const sources = hashSources({ stackFile: join(fixture.folder, 'Pulumi.local.yaml'), internetFile });
    const deploy = (isRunning: boolean) =>
      fixture.writeLocal(
        'ready.json',
        JSON.stringify({
          ...{ dnsServer: stack.dns.resolver, hosts: {}, internetFile, pid: process.pid },
          ...{ caFile: join(fixture.folder, '.local/ca.pem'), deployment: { ...sources, isRunning } },
        }),
      );
    deploy(true);
    const watch = new StackWatch(
      'local',
      () => stack.context('local', ''),
      () => new Date(0),
    );
    const reading = watch.read();
    await vi.waitFor(() => expect(watch.view.hosts).toHaveLength(1));
    expect([watch.view.readAt, stack.readings()]).toEqual([undefined, 0]);
    deploy(false);
    await reading;
    expect([watch.view.hosts[0]?.status?.state, stack.readings()]).toEqual(['awaiting-dns', 1]);
  });
});

describe('all stacks', () => {
  let stacks: string[];
  let clock: ReturnType<typeof turnedClock>;
  beforeEach(() => {
    stacks = ['production'];
    clock = turnedClock();
  });
  const watchAll = () => {
    const open = (name: string) => stack.context(name);
    return new Watch({ names: () => stacks, open }, clock);
  };
  const readAt = (watch: Watch, index = 0) => watch.views()[index]?.readAt;
  const untilRead = (watch: Watch) => vi.waitFor(() => expect(readAt(watch)).toBeInstanceOf(Date));

  test('five pages cause the readings of one, each stack after its pause, and none is left when they are closed', async () => {
    stacks = ['production', 'local'];
    stack.fixture.write('Pulumi.local.yaml', FILE);
    const watch = watchAll();
    const leave = Array.from({ length: 5 }, () => watch.subscribe(() => undefined));
    await vi.waitFor(() => expect(watch.views().every((view) => view.readAt)).toBe(true));
    expect([stack.readings(), clock.sleeping]).toEqual([2, 1]);
    const [production, local] = watch.views().map((view) => view.readAt);
    clock.turn(2_001);
    await vi.waitFor(() => expect(readAt(watch, 1)).not.toBe(local));
    expect([readAt(watch), stack.readings(), clock.sleeping]).toEqual([production, 3, 1]);
    clock.turn(18_000);
    await vi.waitFor(() => expect(readAt(watch)).not.toBe(production));
    for (const one of leave) one();
    clock.turn(1_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.sleeping).toBe(0);
  });

  test('each listener hears of each version once, until it leaves; whoever comes later is told again', async () => {
    const watch = watchAll();
    const heard: string[] = [];
    const leave = watch.subscribe((version) => heard.push(version));
    await untilRead(watch);
    expect(heard.at(-1)).toBe(watch.version);
    expect(watch.version).toMatch(/^production:[\w-]{16}$/);
    expect(new Set(heard).size).toBe(heard.length);
    leave();
    const { length } = heard;
    stack.fixture.write('Pulumi.production.yaml', TWO);
    watch.views();
    expect(heard).toHaveLength(length);
    clock.turn(1_000);
    await new Promise((resolve) => setImmediate(resolve));
    watch.subscribe((version) => heard.push(version));
    stack.fixture.write('Pulumi.production.yaml', FILE);
    clock.turn(1_000);
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(length));
    expect(heard.at(-1)).toBe(watch.version);
  });

  test('"read now" tells the listeners, and one stack is kept over its readings', async () => {
    const watch = watchAll();
    await watch.readNow('production');
    const heard: string[] = [];
    watch.subscribe((version) => heard.push(version));
    expect(watch.views()[0]?.hosts[0]?.steps[0]?.isChange).toBe(false);
    stack.fixture.write('outputs.json', deployed('FAILED'));
    await watch.readNow('production');
    expect(heard.at(-1)).toBe(watch.version);
    const certificate = watch.views()[0]?.hosts[0]?.steps.find(({ title }) => title === 'certificate');
    expect(certificate).toMatchObject({ mark: 'bad', isChange: true });
  });

  test('a stack whose file is removed is forgotten, and read anew when it is back', async () => {
    const watch = watchAll();
    await watch.readNow('production');
    stacks = [];
    expect([watch.views(), watch.version]).toEqual([[], '']);
    stacks = ['production'];
    expect(readAt(watch)).toBeUndefined();
  });
});

test('a step keeps its time until it changes; the first reading saw no change; a host that was away is new', () => {
  const plan = {
    ...{ host: 'a.example', site: 'docs', role: 'domain', apex: false, target: 'distribution', ttl: 300 },
    ...{ zone: { provider: 'route53', name: 'example' }, certificateRegion: 'us-east-1' },
  } as HostPlan;
  const status = (certificate: string | undefined, host = plan.host) =>
    ({
      ...{ state: certificate === undefined ? 'declared' : 'issuing', wait: 0 },
      plan: { ...plan, host },
      checked: { plan: { ...plan, host }, findings: [], observation: { views: [] } },
      deployed: certificate && { site: 'docs', role: 'domain', certificate, records: [] },
    }) as unknown as HostStatus;
  const timeline = new Timeline('production');
  const seen = (minute: number, ...all: HostStatus[]) =>
    timeline
      .note(all, new Date(Date.UTC(2027, 0, 31, 12, minute)))
      [all.findIndex((one) => one.plan.host === plan.host)]?.filter(
        ({ title }) => title === 'declared' || title === 'certificate',
      )
      .map(({ title, mark, since, isChange }) => [title, mark, since.getUTCMinutes(), isChange].join(' '));
  const first = seen(0, status(undefined));
  expect(first?.map((text) => text.split(' ').slice(2).join(' '))).toEqual(['0 false', '0 false']);
  expect(seen(1, status(undefined))).toEqual(first);
  const issuing = seen(2, status('PENDING_VALIDATION'), status(undefined, 'b.example'));
  expect(issuing).toEqual(['declared ok 0 false', 'certificate wait 2 true']);
  expect(seen(3, status('PENDING_VALIDATION'))?.[1]).toBe('certificate wait 2 true');
  expect(seen(4, status('FAILED'))?.[1]).toBe('certificate bad 4 true');
  expect(seen(5, status(undefined, 'b.example'))).toBeUndefined();
  expect(seen(6, status('FAILED'))).toEqual(['declared ok 6 false', 'certificate bad 6 false']);
});
