// One stack as the open pages follow it: which readings there are, what they keep, and when a page is another.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StackWatch } from '../../../../cli/domains/open/live/stack-watch.ts';
import { deployed, FILE, HOST, openStack, type ReadStack, TWO } from './read-stack.ts';

let stack: ReadStack;
beforeEach(async () => {
  stack = await openStack();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stack.close();
});

const watchOf = (outputs?: string) =>
  new StackWatch('production', () => stack.context('production', outputs));
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

  test('the version is of what is shown: the same for the same, another for another file or reading', async () => {
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
  });

  test('a host that is new in the file is shown at once, beside what was read of the other', async () => {
    const watch = watchOf();
    await watch.read();
    stack.fixture.write('Pulumi.production.yaml', TWO);
    expect(watch.view.hosts.map(({ plan, status }) => [plan.host, status?.state])).toEqual([
      [HOST, 'awaiting-dns'],
      ['www.partner.example', undefined],
    ]);
    expect(stepsOf(watch, 'www.partner.example')).toEqual([]);
    expect(watch.view.readAt).toBeInstanceOf(Date);
  });

  test('the file of another stack counts too: one that cannot be read is a note', async () => {
    const watch = watchOf();
    const alone = watch.version;
    stack.fixture.write('Pulumi.staging.yaml', 'config: [');
    expect(watch.view.notes).toEqual([expect.stringContaining('Pulumi.staging.yaml')]);
    expect(watch.version).not.toBe(alone);
  });

  test('a file with problems: they are shown once, and nothing is read', async () => {
    stack.fixture.write('Pulumi.production.yaml', FILE.replace('pro\n', 'gold\n'));
    const watch = watchOf();
    await watch.read();
    expect(watch.view).toMatchObject({ hosts: [], notes: [expect.stringContaining('petstore:plan')] });
    expect(watch.view.readAt).toBeUndefined();
    expect(stack.dns.queries).toEqual([]);
    stack.fixture.write('Pulumi.production.yaml', FILE);
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
    stack.fixture.write('none.json', '{"hosts":{}}');
    await watch.readNow();
    expect(stepsOf(watch)?.[0]).toMatch(
      /^declared not deployed yet: pulumi up --stack production creates it$/,
    );
    expect(watch.view.notes).toEqual([]);
  });
});
