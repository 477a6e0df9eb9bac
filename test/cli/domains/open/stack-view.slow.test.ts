// What the open pages read of a stack: the deployment and DNS, and what they say where one of these fails.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openContext } from '../../../../cli/domains/context.ts';
import { outputsReader, readHosts } from '../../../../cli/domains/open/live/stack-view.ts';
import { loadPlan } from '../../../../cli/domains/stack.ts';
import { silentIo } from './harness.ts';
import { deployed, FILE, HOST, openStack, type ReadStack } from './read-stack.ts';

let stack: ReadStack;
beforeEach(async () => {
  stack = await openStack();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stack.close();
});

describe('the outputs', () => {
  test('of the CLI are kept for a minute, as each is a process of seconds', async () => {
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
  });

  test('of the local stack are a file, which is read each time', async () => {
    const outputs = outputsReader();
    stack.fixture.write('Pulumi.local.yaml', FILE);
    const certificate = async () =>
      (await outputs(stack.context('local', ''))).deployed?.get(HOST)?.certificate;
    stack.fixture.writeLocal('outputs.json', deployed('PENDING_VALIDATION'));
    expect(await certificate()).toBe('PENDING_VALIDATION');
    stack.fixture.writeLocal('outputs.json', deployed('ISSUED'));
    expect(await certificate()).toBe('ISSUED');
  });

  test('that cannot be read: how to give them, for a stack that the CLI deploys', async () => {
    const outputs = outputsReader();
    const note = async (name: string, file: string) => (await outputs(stack.context(name, file))).notes;
    expect(await note('production', '')).toEqual([
      expect.stringMatching(
        /\nThe page of this stack alone takes the file: npm run domains -- open --stack production --outputs FILE\nUntil it is known, records that the stack created may appear as conflicts\.$/,
      ),
    ]);
    stack.fixture.write('Pulumi.local.yaml', FILE);
    expect(await note('local', '')).toEqual([
      expect.stringMatching(/^The local cloud is not running here\./),
    ]);
  });
});

describe('what fails is a note, and the rest is read', () => {
  const plans = () => loadPlan(stack.fixture.folder, 'production').hosts;

  test('outputs', async () => {
    const reading = await readHosts(plans(), stack.context('production', 'none.json'), outputsReader());
    expect(reading).toMatchObject({
      isDeploymentKnown: false,
      notes: [expect.stringContaining('none.json')],
    });
    expect(reading.statuses).toHaveLength(1);
  });

  test('the reading: the same note only once', async () => {
    stack.fixture.write('Pulumi.local.yaml', FILE);
    const local = openContext({ stack: 'local' }, silentIo(stack.fixture.folder, stack.signal));
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
    const faulty = { ...stack.context(), newReader };
    const { notes, isDeploymentKnown } = await readHosts(plans(), faulty, outputsReader());
    expect(isDeploymentKnown).toBe(true);
    expect(notes).toEqual([expect.stringMatching(/^TypeError: a fault\n +at /)]);
  });

  test('what the options leave out is said beside it', async () => {
    const limited = { ...stack.context(), notes: ['only the resolver was queried'] };
    expect((await readHosts(plans(), limited, outputsReader())).notes).toEqual([
      'only the resolver was queried',
    ]);
  });
});
