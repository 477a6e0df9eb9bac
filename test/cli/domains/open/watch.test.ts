// All stacks as the open pages follow them: what begins a reading, and who hears of which version.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Watch } from '../../../../cli/domains/open/live/watch.ts';
import { deployed, openStack, type ReadStack, TWO } from './read-stack.ts';

let stack: ReadStack;
beforeEach(async () => {
  stack = await openStack();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stack.close();
});

describe('all stacks', () => {
  const stacks = ['production'];
  const watchAll = () => {
    const open = (name: string) => stack.context(name);
    return new Watch({ stacks: () => stacks, open, signal: stack.signal });
  };
  afterEach(() => void stacks.splice(1));

  test('a page that is loaded begins a reading, and the next one shows it; within the pause there is no other', async () => {
    const watch = watchAll();
    expect(watch.views()[0]?.readAt).toBeUndefined();
    await vi.waitFor(() => expect(watch.views()[0]?.readAt).toBeInstanceOf(Date));
    expect(stack.readings()).toBe(1);
    expect(watch.version).toMatch(/^production:[\w-]{16}$/);
  });

  test('each listener hears of each version once, until it leaves', async () => {
    const watch = watchAll();
    const heard: string[] = [];
    const leave = watch.subscribe((version) => heard.push(version));
    await vi.waitFor(() => expect(watch.views()[0]?.readAt).toBeInstanceOf(Date));
    expect(heard.at(-1)).toBe(watch.version);
    expect(new Set(heard).size).toBe(heard.length);
    leave();
    const { length } = heard;
    stack.fixture.write('Pulumi.production.yaml', TWO);
    watch.views();
    expect(heard).toHaveLength(length);
  });

  test('whoever comes after all have left is told of changes again', async () => {
    const watch = watchAll();
    watch.subscribe(() => undefined)();
    // The step in which a poller sees that nobody listens.
    await delay(1500);
    const heard: string[] = [];
    const leave = watch.subscribe((version) => heard.push(version));
    stack.fixture.write('Pulumi.production.yaml', TWO);
    await vi.waitFor(() => expect(heard).not.toEqual([]), 5000);
    expect(heard.at(-1)).toBe(watch.version);
    leave();
  });

  test('"read now" tells the listeners', async () => {
    const watch = watchAll();
    await watch.readNow('production');
    const heard: string[] = [];
    const leave = watch.subscribe((version) => heard.push(version));
    stack.fixture.write('outputs.json', deployed('FAILED'));
    await watch.readNow('production');
    expect(heard.at(-1)).toBe(watch.version);
    expect(watch.views()[0]?.hosts[0]?.steps[0]?.text).toBe('its last deployment failed');
    leave();
  });

  test('a stack whose file is removed is forgotten, and read anew when it is back', async () => {
    const watch = watchAll();
    await watch.readNow('production');
    stacks.splice(0);
    expect(watch.views()).toEqual([]);
    expect(watch.version).toBe('');
    stacks.push('production');
    expect(watch.views()[0]?.readAt).toBeUndefined();
  });

  test('one stack is kept over its readings', async () => {
    const watch = watchAll();
    await watch.readNow('production');
    expect(watch.views()[0]?.hosts[0]?.steps[0]?.isChange).toBe(false);
    stack.fixture.write('outputs.json', deployed('FAILED'));
    await watch.readNow('production');
    const certificate = watch.views()[0]?.hosts[0]?.steps.find(({ title }) => title === 'certificate');
    expect(certificate).toMatchObject({ mark: 'bad', isChange: true });
  });
});
