// One stack as the open pages follow it: which readings there are, what they keep, and when a page is another.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Context, openContext } from '../../../../cli/domains/context.ts';
import { outputsReader, readHosts } from '../../../../cli/domains/open/live/stack-view.ts';
import { StackWatch } from '../../../../cli/domains/open/live/stack-watch.ts';
import { Watch } from '../../../../cli/domains/open/live/watch.ts';
import { loadPlan } from '../../../../cli/domains/stack.ts';
import type { TestDns } from '../../../../packages/custom-domains/test/preflight/dns-server.ts';
import { type DomainsFixture, openFixture } from '../harness.ts';
import { silentIo } from './harness.ts';

const HOST = 'shop.partner.example';
const FILE = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:docs:
    primary: ${HOST}
`;
const TWO = FILE.concat('    domains: [www.partner.example]\n');
const deployed = (certificate: string) =>
  JSON.stringify({ hosts: { [HOST]: { site: 'docs', role: 'primary', certificate, records: [] } } });

let fixture: DomainsFixture;
let dns: TestDns;
let stop: AbortController;
beforeEach(async () => {
  fixture = openFixture();
  stop = new AbortController();
  dns = await fixture.serve({ 'partner.example': { on: ['127.0.0.21'] } });
  fixture.write('Pulumi.production.yaml', FILE);
  fixture.write('outputs.json', deployed('PENDING_VALIDATION'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  stop.abort();
  await fixture.close();
});

const context = (stack = 'production', outputs: string | undefined = 'outputs.json'): Context => {
  const options = {
    stack,
    resolver: dns.resolver,
    timeout: 5,
    ...(outputs && { outputs: join(fixture.folder, outputs) }),
  };
  return openContext(options, silentIo(fixture.folder, stop.signal));
};
const watchOf = (outputs?: string) => new StackWatch('production', () => context('production', outputs));
/** Each reading asks the zone's server once for this. */
const readings = () =>
  dns.queries.filter(
    ({ server, name, type }) => server === '127.0.0.21' && name === 'partner.example' && type === 'CAA',
  ).length;
const stepsOf = (watch: StackWatch, host = HOST) =>
  watch.view.hosts
    .find(({ plan }) => plan.host === host)
    ?.steps.map(({ title, text }) => `${title} ${text}`.trim());

describe('a watched stack', () => {
  test('before its first reading: the hosts of the file, and no time', async () => {
    const watch = watchOf();
    expect(watch.view).toMatchObject({
      stack: 'production',
      notes: [],
      hosts: [{ plan: { host: HOST }, steps: [] }],
    });
    expect([watch.view.readAt, watch.view.hosts[0]?.status]).toEqual([undefined, undefined]);
    expect(watch.isOlderThan(1_000_000_000)).toBe(true);
  });

  test('after it: what was read, when, and that it is not old', async () => {
    const watch = watchOf();
    await watch.read();
    expect(watch.view.readAt).toBeInstanceOf(Date);
    expect(watch.view.hosts[0]?.status).toMatchObject({ state: 'awaiting-dns' });
    expect(watch.isOlderThan(60_000)).toBe(false);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_001);
    expect(watch.isOlderThan(60_000)).toBe(true);
  });

  test('whoever asks during a reading waits for that one; the next one begins after it', async () => {
    const watch = watchOf();
    await Promise.all([watch.read(), watch.read(), watch.read()]);
    expect(readings()).toBe(1);
    await watch.read();
    expect(readings()).toBe(2);
  });

  test('"read now" begins after the one that is under way, and reads the outputs again', async () => {
    const watch = watchOf();
    await watch.read();
    fixture.write('outputs.json', deployed('FAILED'));
    await watch.read();
    expect(stepsOf(watch)).not.toContain('declared its last deployment failed');
    const underWay = watch.read();
    await watch.readNow();
    await underWay;
    expect(stepsOf(watch)).toContain('declared its last deployment failed');
    expect(readings()).toBe(4);
  });

  test('the version is of what is shown: the same for the same, another for another file or reading', async () => {
    const watch = watchOf();
    const declared = watch.version;
    expect(watch.version).toBe(declared);
    await watch.read();
    const read = watch.version;
    expect(read).not.toBe(declared);
    await watch.read();
    expect(watch.version).toBe(read);
    fixture.write('Pulumi.production.yaml', TWO);
    expect(watch.version).not.toBe(read);
  });

  test('a host that is new in the file is shown at once, beside what was read of the other', async () => {
    const watch = watchOf();
    await watch.read();
    fixture.write('Pulumi.production.yaml', TWO);
    expect(watch.view.hosts.map(({ plan, status }) => [plan.host, status?.state])).toEqual([
      [HOST, 'awaiting-dns'],
      ['www.partner.example', undefined],
    ]);
    expect(stepsOf(watch, 'www.partner.example')).toEqual([]);
    expect(watch.view.readAt).toBeInstanceOf(Date);
  });

  test('the file of another stack counts too: a host that is in both is a problem', async () => {
    const watch = watchOf();
    const alone = watch.version;
    fixture.write('Pulumi.staging.yaml', 'config: [');
    expect(watch.view.notes).toEqual([expect.stringContaining('Pulumi.staging.yaml')]);
    expect(watch.version).not.toBe(alone);
  });

  test('a file with problems: they are shown once, and nothing is read', async () => {
    fixture.write('Pulumi.production.yaml', FILE.replace('pro\n', 'gold\n'));
    const watch = watchOf();
    await watch.read();
    expect(watch.view).toMatchObject({ hosts: [], notes: [expect.stringContaining('petstore:plan')] });
    expect(watch.view.readAt).toBeUndefined();
    expect(dns.queries).toEqual([]);
    fixture.write('Pulumi.production.yaml', FILE);
    await watch.read();
    expect(watch.view.notes).toEqual([]);
  });

  test('where nobody knows what is deployed, no step says that the host is not', async () => {
    const watch = watchOf('none.json');
    await watch.read();
    expect(stepsOf(watch)?.[0]).toBe('declared what is deployed is not known here');
    expect(watch.view.notes).toEqual([
      expect.stringMatching(/none\.json cannot be read: there is no such file/),
    ]);
    fixture.write('none.json', '{"hosts":{}}');
    await watch.readNow();
    expect(stepsOf(watch)?.[0]).toMatch(
      /^declared not deployed yet: pulumi up --stack production creates it$/,
    );
    expect(watch.view.notes).toEqual([]);
  });
});

describe('the outputs', () => {
  test('of the CLI are kept for a minute, as each is a process of seconds', async () => {
    const outputs = outputsReader();
    const certificate = async () => (await outputs(context())).deployed?.get(HOST)?.certificate;
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    expect(await certificate()).toBe('PENDING_VALIDATION');
    fixture.write('outputs.json', deployed('ISSUED'));
    clock.mockReturnValue(now + 59_999);
    expect(await certificate()).toBe('PENDING_VALIDATION');
    clock.mockReturnValue(now + 60_000);
    expect(await certificate()).toBe('ISSUED');
    fixture.write('outputs.json', deployed('FAILED'));
    clock.mockReturnValue(now + 119_999);
    expect(await certificate()).toBe('ISSUED');
  });

  test('of the local stack are a file, which is read each time', async () => {
    const outputs = outputsReader();
    fixture.write('Pulumi.local.yaml', FILE);
    const certificate = async () => (await outputs(context('local', ''))).deployed?.get(HOST)?.certificate;
    fixture.writeLocal('outputs.json', deployed('PENDING_VALIDATION'));
    expect(await certificate()).toBe('PENDING_VALIDATION');
    fixture.writeLocal('outputs.json', deployed('ISSUED'));
    expect(await certificate()).toBe('ISSUED');
  });

  test('that cannot be read: how to give them, for a stack that the CLI deploys', async () => {
    const outputs = outputsReader();
    const note = async (stack: string, file: string) => (await outputs(context(stack, file))).notes;
    expect(await note('production', '')).toEqual([
      expect.stringMatching(
        /\nThe page of this stack alone takes the file: npm run domains -- open --stack production --outputs FILE\nUntil it is known, records that the stack created may appear as conflicts\.$/,
      ),
    ]);
    fixture.write('Pulumi.local.yaml', FILE);
    expect(await note('local', '')).toEqual([
      expect.stringMatching(/^The local cloud is not running here\./),
    ]);
  });
});

describe('what fails is a note, and the rest is read', () => {
  const plans = () => loadPlan(fixture.folder, 'production').hosts;

  test('outputs', async () => {
    const reading = await readHosts(plans(), context('production', 'none.json'), outputsReader());
    expect(reading).toMatchObject({
      isDeploymentKnown: false,
      notes: [expect.stringContaining('none.json')],
    });
    expect(reading.statuses).toHaveLength(1);
  });

  test('the reading: the same note only once', async () => {
    fixture.write('Pulumi.local.yaml', FILE);
    const local = openContext({ stack: 'local' }, silentIo(fixture.folder, stop.signal));
    expect(await readHosts(plans(), local, outputsReader())).toEqual({
      statuses: [],
      isDeploymentKnown: false,
      notes: [expect.stringMatching(/^The local cloud is not running here\./)],
    });
  });

  test('a fault of ours, with where it is', async () => {
    const newReader = () => {
      throw new TypeError('a fault');
    };
    const faulty = { ...context(), newReader };
    const { notes, isDeploymentKnown } = await readHosts(plans(), faulty, outputsReader());
    expect(isDeploymentKnown).toBe(true);
    expect(notes).toEqual([expect.stringMatching(/^TypeError: a fault\n +at /)]);
  });

  test('what the options leave out is said beside it', async () => {
    const limited = { ...context(), notes: ['only the resolver was queried'] };
    expect((await readHosts(plans(), limited, outputsReader())).notes).toEqual([
      'only the resolver was queried',
    ]);
  });
});

describe('all stacks', () => {
  const stacks = ['production'];
  const watchAll = () => {
    const opened: string[] = [];
    const open = (stack: string) => {
      opened.push(stack);
      return context(stack);
    };
    return { watch: new Watch({ stacks: () => stacks, open, signal: stop.signal }), opened };
  };
  afterEach(() => void stacks.splice(1));

  test('a page that is loaded begins a reading, and the next one shows it; within the pause there is no other', async () => {
    const { watch } = watchAll();
    expect(watch.views()[0]?.readAt).toBeUndefined();
    await vi.waitFor(() => expect(watch.views()[0]?.readAt).toBeInstanceOf(Date));
    expect(readings()).toBe(1);
    expect(watch.version).toMatch(/^production:[\w-]{16}$/);
  });

  test('each listener hears of each version once, until it leaves', async () => {
    const { watch } = watchAll();
    const heard: string[] = [];
    const leave = watch.subscribe((version) => heard.push(version));
    await vi.waitFor(() => expect(watch.views()[0]?.readAt).toBeInstanceOf(Date));
    expect(heard.at(-1)).toBe(watch.version);
    expect(new Set(heard).size).toBe(heard.length);
    leave();
    const { length } = heard;
    fixture.write('Pulumi.production.yaml', TWO);
    watch.views();
    expect(heard).toHaveLength(length);
  });

  test('whoever comes after all have left is told of changes again', async () => {
    const { watch } = watchAll();
    watch.subscribe(() => undefined)();
    // The step in which a poller sees that nobody listens.
    await delay(1500);
    const heard: string[] = [];
    const leave = watch.subscribe((version) => heard.push(version));
    fixture.write('Pulumi.production.yaml', TWO);
    await vi.waitFor(() => expect(heard).not.toEqual([]), 5000);
    expect(heard.at(-1)).toBe(watch.version);
    leave();
  });

  test('"read now" tells the listeners', async () => {
    const { watch } = watchAll();
    await watch.readNow('production');
    const heard: string[] = [];
    const leave = watch.subscribe((version) => heard.push(version));
    fixture.write('outputs.json', deployed('FAILED'));
    await watch.readNow('production');
    expect(heard.at(-1)).toBe(watch.version);
    expect(watch.views()[0]?.hosts[0]?.steps[0]?.text).toBe('its last deployment failed');
    leave();
  });

  test('a stack whose file is removed is forgotten, and read anew when it is back', async () => {
    const { watch } = watchAll();
    await watch.readNow('production');
    stacks.splice(0);
    expect(watch.views()).toEqual([]);
    expect(watch.version).toBe('');
    stacks.push('production');
    expect(watch.views()[0]?.readAt).toBeUndefined();
  });

  test('one stack is kept over its readings', async () => {
    const { watch } = watchAll();
    await watch.readNow('production');
    expect(watch.views()[0]?.hosts[0]?.steps[0]?.isChange).toBe(false);
    fixture.write('outputs.json', deployed('FAILED'));
    await watch.readNow('production');
    const certificate = watch.views()[0]?.hosts[0]?.steps.find(({ title }) => title === 'certificate');
    expect(certificate).toMatchObject({ mark: 'bad', isChange: true });
  });
});
