// What the open pages read of a stack: the deployment and DNS, and what they report where one of these fails.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openContext } from '../../../../cli/domains/context.ts';
import { outputsReader, readHosts } from '../../../../cli/domains/open/live/stack-view.ts';
import { loadPlan } from '../../../../cli/domains/stack.ts';
import { silentIo } from './harness.ts';
import { deployed, FILE, HOST, openStack, type ReadStack } from './read-stack.ts';

let stack: ReadStack;
beforeEach(async () => {
  stack = await openStack();
  stack.fixture.write('Pulumi.local.yaml', FILE);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stack.close();
});

test('the outputs of the CLI are kept for a minute, as each is a process of seconds; those of the local stack are not', async () => {
  const outputs = outputsReader();
  const certificate = async () => (await outputs(stack.context())).deployed?.get(HOST)?.certificate;
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
  expect(await certificate()).toBe('PENDING_VALIDATION');
  stack.fixture.write('outputs.json', deployed('ISSUED'));
  clock.mockReturnValue(now + 59_999);
  expect(await certificate()).toBe('PENDING_VALIDATION');
  clock.mockReturnValue(now + 60_000);
  expect(await certificate()).toBe('ISSUED');
  stack.fixture.write('outputs.json', deployed('FAILED'));
  clock.mockReturnValue(now + 119_999);
  expect(await certificate()).toBe('ISSUED');
  const local = outputsReader();
  for (const state of ['PENDING_VALIDATION', 'ISSUED']) {
    stack.fixture.writeLocal('outputs.json', deployed(state));
    expect((await local(stack.context('local', ''))).deployed?.get(HOST)?.certificate).toBe(state);
  }
});

const NOT_RUNNING = expect.stringMatching(/^The local cloud is not running here\./);

test('outputs that cannot be read: how to give them, for a stack that the CLI deploys', async () => {
  const note = async (name: string, file: string) => (await outputsReader()(stack.context(name, file))).note;
  expect(await note('production', 'none.json')).toMatch(
    /none\.json.*\n.*npm run domains -- open --stack production --outputs FILE\n.*as conflicts\.$/s,
  );
  expect(await note('local', '')).toEqual(NOT_RUNNING);
});

test('what fails is a note, once, and the rest is read', async () => {
  const plans = loadPlan(stack.fixture.folder, 'production').hosts;
  const read = (context: Parameters<typeof readHosts>[1]) => readHosts(plans, context, outputsReader());
  const withoutOutputs = await read(stack.context('production', 'none.json'));
  expect(withoutOutputs).toMatchObject({ isDeploymentKnown: false, notes: [expect.any(String)] });
  expect(withoutOutputs.statuses).toHaveLength(1);
  const stopped = openContext({ stack: 'local' }, silentIo(stack.fixture.folder, stack.signal));
  expect(await read(stopped)).toEqual({ statuses: [], isDeploymentKnown: false, notes: [NOT_RUNNING] });
  const newReader = () => {
    throw new TypeError('a fault');
  };
  const faulty = await read({ ...stack.context(), newReader });
  expect(faulty).toMatchObject({ isDeploymentKnown: true, statuses: [] });
  expect(faulty.notes).toEqual([expect.stringMatching(/^TypeError: a fault\n +at /)]);
  const limited = await read({ ...stack.context(), notes: ['only the resolver was queried'] });
  expect(limited.notes).toEqual(['only the resolver was queried']);
});
