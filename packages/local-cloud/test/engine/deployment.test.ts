// The in-process engine in difficult deployments: replacements, deletions, failures, a stop, imports; and the options that it
// implements like the real one: `aliases`, `retainOnDelete`, `replacementTrigger`, and error hooks.
import { setTimeout as pause } from 'node:timers/promises';
import * as pulumi from '@pulumi/pulumi';
import { beforeEach, describe, expect, test } from 'vitest';
import { CancelledError } from '../../src/engine/deployment.ts';
import { type Args, Thing, TYPE, testEngine } from './deploying.ts';

let engine: ReturnType<typeof testEngine>;
beforeEach(() => {
  engine = testEngine();
});

const deploy = async (declare: () => void) => (await engine.deploy(declare)).done;
const host = () => ({ parent: new pulumi.ComponentResource('test:index:Host', 'host') });
const one = (args: Args) => () => void new Thing('base', args);
const withUser = (args: Args) => () => {
  const base = new Thing('base', args);
  new Thing('user', { uses: base.id });
};

test('a replacement creates the new resource first, and deletes the old one after its dependents changed', async () => {
  await deploy(withUser({ size: 1 }));
  expect(await deploy(withUser({ size: 2 }))).toEqual(['create thing3', 'update thing2', 'delete thing1']);
});

test('a replacement deletes an undeclared dependent before the replaced resource', async () => {
  await deploy(withUser({ size: 1 }));
  expect(await deploy(one({ size: 2 }))).toEqual(['create thing3', 'delete thing2', 'delete thing1']);
});

test('a replacement keeps the old resource in the state where the new one cannot be created', async () => {
  await deploy(one({ size: 1 }));
  engine.refusals.push('no capacity');
  expect(await deploy(one({ size: 2 }))).toEqual(['failed: no capacity']);
  expect(await deploy(one({ size: 1 }))).toEqual([]);
});

test('a replacement deletes what it could not delete in the next deployment', async () => {
  await deploy(one({ size: 1 }));
  engine.things.set('other', { uses: 'thing1' });
  expect(await deploy(one({ size: 2 }))).toEqual(['create thing2', 'failed: thing1 is in use']);
  engine.things.delete('other');
  expect(await deploy(one({ size: 2 }))).toEqual(['delete thing1']);
  expect(await deploy(one({ size: 2 }))).toEqual([]);
});

test('after a refresh, deleted resources are created again and changes are reverted', async () => {
  const declare = () => {
    new Thing('kept', { label: 'ours' });
    new Thing('deleted');
  };
  await deploy(declare);
  engine.things.set('thing1', { label: 'theirs' });
  engine.things.delete('thing2');
  expect(await deploy(declare)).toEqual([]);
  await engine.refresh();
  expect(await deploy(declare)).toEqual(['update thing1', 'create thing3']);
});

/** A deployment that fails, so that not everything is registered. */
const fail = (declare: () => void) => {
  engine.refusals.push('no capacity');
  return deploy(declare);
};

test('after a failure, a resource that waited for the failed one is kept', async () => {
  await deploy(withUser({ label: 'a' }));
  expect(await fail(withUser({ label: 'b' }))).toEqual(['failed: no capacity']);
  expect(await deploy(withUser({ label: 'a' }))).toEqual([]);
});

test("after a failure, nothing is reported to the process's own listeners, such as those of a test runner, which stay", async () => {
  const reported: unknown[] = [];
  const listener = (error: unknown) => void reported.push(error);
  process.on('unhandledRejection', listener);
  await fail(withUser({}));
  await pause(0);
  expect(process.listeners('unhandledRejection')).toContain(listener);
  process.off('unhandledRejection', listener);
  expect(reported).toEqual([]);
});

test('after a failure, a resource that is no longer declared is kept until a deployment without a failure; a whole component is not', async () => {
  await deploy(() => {
    withUser({ label: 'a' })();
    new Thing('removed', { label: 'removed' });
    new Thing('certificate', { size: 9 }, host());
  });
  const declared = () => [...engine.things.values()].filter(({ uses }) => !uses);
  await fail(withUser({ label: 'b' }));
  expect(new Set(declared())).toEqual(new Set([{ label: 'a' }, { label: 'removed' }]));
  await deploy(withUser({ label: 'a' }));
  expect(declared()).toEqual([{ label: 'a' }]);
});

test('after a failure, a program that stopped by itself deletes nothing', async () => {
  await deploy(withUser({}));
  const stopped = await engine.deploy(() => {
    throw new Error('the program stopped');
  });
  expect(stopped).toMatchObject({ done: [], error: { message: 'the program stopped' } });
});

test('of several programs, what one declared stays while the others run, and what none declares is deleted', async () => {
  await deploy(() => ['a', 'b', 'c'].forEach((name) => void new Thing(name)));
  const shared = () => new Thing('a', { label: 'new' }).arn;
  const run = await engine.deploy(
    () => void [shared(), new Thing('b')],
    () => ({ arn: shared() }),
  );
  expect(run).toMatchObject({
    ...{ done: ['update thing1', 'delete thing3'], actions: ['same', 'update', 'delete'] },
    outputs: { arn: 'arn:thing1' },
  });
});

test('of several programs, what failed is not tried again, and nothing that waits for it', async () => {
  engine.refusals.push('no capacity');
  const { done } = await engine.deploy(withUser({}), withUser({}), () => void new Thing('other'));
  expect(done).toEqual(['create thing1', 'failed: no capacity']);
});

test('of several programs, what is kept stays undeclared, with its children and what they depend on', async () => {
  await deploy(() => {
    new Thing('child', { uses: new Thing('base').id }, host());
    new Thing('alarm');
    new Thing('removed');
  });
  const { done } = await engine.deploy(({ keep }) => keep(new Set(['host', 'alarm'])));
  expect(done).toEqual(['delete thing3']);
});

test('of several programs, what is kept does not keep what a declared resource depended on before', async () => {
  const shared = (args: Args = {}) => new Thing('shared', args);
  await deploy(() => {
    new Thing('child', { uses: shared({ uses: new Thing('removed').id }).id }, host());
  });
  const { done } = await engine.deploy(({ keep }) => {
    keep(new Set(['host']));
    shared();
  });
  expect(done).toEqual(['update thing2', 'delete thing1']);
});

const chain = (args: Args) => () => {
  const first = new Thing('first', args);
  const waiting = new Thing('waiting', { stops: args.label === 'stops' }, { dependsOn: first });
  new Thing('last', {}, { dependsOn: waiting });
};

test('a deployment that is stopped ends what waits, begins nothing that depends on it, and has no failure', async () => {
  await deploy(() => void new Thing('old'));
  expect(await engine.deploy(chain({ label: 'stops' }))).toMatchObject({
    ...{ error: expect.any(CancelledError), outputs: undefined },
    done: ['create thing2', 'create thing3'],
  });
  expect(engine.ids()).toEqual(['thing1', 'thing2']);
});

test('a deployment that is stopped goes on with the next one, which deletes what was replaced before the stop', async () => {
  await deploy(() => void new Thing('first', { size: 1 }));
  await deploy(chain({ size: 2, label: 'stops' }));
  expect(engine.ids().toSorted()).toEqual(['thing1', 'thing2']);
  const done = ['update thing2', 'create thing3', 'create thing4', 'delete thing1'];
  expect(await deploy(chain({ size: 2 }))).toEqual(done);
});

describe('an import', () => {
  beforeEach(() => void engine.things.set('old', { size: 1, label: 'a' }));

  async function imported(args: Args | undefined, importId?: string) {
    const { error: _, ...run } = await engine.deploy(() => {
      if (args === undefined) return {};
      const { id, arn } = new Thing('thing', args, importId === undefined ? {} : { import: importId });
      return { id, arn };
    });
    return run;
  }

  test('takes over what is the same, and changes nothing', async () => {
    const same = { size: 1, label: 'a' };
    const taken = { done: [], actions: ['import'], outputs: { id: 'old', arn: 'arn:old' } };
    expect(await imported(same, 'shop/old')).toEqual(taken);
    expect(await imported(same, 'shop/old')).toEqual({ ...taken, actions: ['same'] });
    expect(await imported(same)).toEqual({ ...taken, actions: ['same'] });
    expect((await imported(undefined)).done).toEqual(['delete old']);
  });

  test('updates what differs in the same run', async () => {
    const { actions, done } = await imported({ size: 1, label: 'b' }, 'shop/old');
    expect({ actions, done }).toEqual({ actions: ['import', 'update'], done: ['update old'] });
    expect((await imported({ size: 1, label: 'c' }, 'shop/old')).done).toEqual(['update old']);
    expect((await imported({ size: 1, label: 'c' }, 'shop/old')).actions).toEqual(['same']);
  });

  test('replaces nothing that it was to import', async () => {
    const message = expect.stringMatching(/^failed: previously-imported resources .* may not be replaced/);
    expect((await imported({ size: 2 }, 'shop/old')).done).toEqual([message]);
  });

  test('fails where nothing has that id, and where the state has another resource', async () => {
    const absent = await imported({}, 'shop/other');
    expect(absent.done).toEqual(["failed: resource 'shop/other' does not exist"]);
    await imported({});
    const message = expect.stringMatching(/^failed: .*no import that replaces it by shop\/old/);
    expect((await imported({}, 'shop/old')).done).toEqual([message]);
  });
});

class Shop extends pulumi.ComponentResource {}
const shop = (type: string, opts?: pulumi.ComponentResourceOptions) => new Shop(type, 'shop', {}, opts);
const old = 'urn:pulumi:test::shop::old:index:Shop::shop';

test('what the state has by an alias, another name, type or parent, is the resource itself', async () => {
  await deploy(() => {
    new Thing('lamp', { label: 'a' }, { parent: shop('old:index:Shop') });
    new Thing('desk');
  });
  const renamed = (label: string) =>
    deploy(() => {
      const parent = shop('new:index:Shop', { aliases: [{ type: 'old:index:Shop' }] });
      new Thing('lamp', { label }, { parent, aliases: [{ parent: old }] });
      new Thing('table', {}, { aliases: [{ name: 'desk' }] });
    });
  expect(await renamed('a')).toEqual([]);
  expect(await renamed('b')).toEqual([expect.stringContaining('update')]);
  expect((await deploy(() => undefined)).sort()).toEqual(['delete thing1', 'delete thing2']);
});

test('aliases of a resource that is declared, and a second of one state, are refused', async () => {
  await deploy(() => void new Thing('lamp'));
  const run = await engine.deploy(() => {
    new Thing('lamp');
    new Thing('desk', {}, { aliases: [{ name: 'lamp' }] });
  });
  const message = expect.stringContaining('Duplicate resource alias');
  expect(run).toMatchObject({ done: [], error: { message } });
});

test('retainOnDelete forgets what is replaced or no longer declared, and leaves it where it is', async () => {
  const retained = (replacementTrigger: string) =>
    deploy(() => void new Thing('thing', {}, { retainOnDelete: true, replacementTrigger }));
  await retained('first');
  expect(await retained('second')).toEqual(['create thing2']);
  expect(await deploy(() => undefined)).toEqual([]);
  expect(engine.ids()).toEqual([]);
});

const replaced = (replacementTrigger: pulumi.Input<unknown>) =>
  deploy(() => void new Thing('thing', {}, { replacementTrigger }));

test('replacementTrigger: replaces where it differs from the state, and deletes the old resource last', async () => {
  await replaced('first');
  expect(await replaced('first')).toEqual([]);
  const promised = pulumi.output(Promise.resolve('second'));
  expect(await replaced(promised)).toEqual(['create thing2', 'delete thing1']);
  expect(await replaced('second')).toEqual([]);
  expect(await replaced({ of: ['second'] })).toEqual(['create thing3', 'delete thing2']);
  expect(await replaced({ of: ['second'] })).toEqual([]);
});

test('replacementTrigger: an absent trigger does not count as a change, and is stored as absent', async () => {
  await replaced(undefined);
  for (const trigger of ['first', undefined, 'second']) expect(await replaced(trigger)).toEqual([]);
  expect(await replaced('third')).toEqual(['create thing2', 'delete thing1']);
});

const calls: pulumi.ErrorHookArgs[] = [];
const withHook = (label: string, isToRetry: (failed: pulumi.ErrorHookArgs) => boolean) => {
  calls.length = 0;
  return deploy(() => {
    const hook = new pulumi.ErrorHook('retry', (failed) => {
      calls.push(failed);
      return isToRetry(failed);
    });
    new Thing('thing', { label }, { hooks: { onError: [hook] } });
  });
};

test('an error hook gets the failed operation, and the failure remains', async () => {
  engine.refusals.push('no space');
  expect(await withHook('a', () => false)).toEqual(['failed: no space']);
  const named = { urn: `urn:pulumi:test::shop::${TYPE}::thing`, name: 'thing', type: TYPE };
  const failed = { failedOperation: 'create', errors: ['no space'], newInputs: { label: 'a' } };
  expect(calls).toMatchObject([{ ...named, ...failed }]);
  await withHook('a', () => false);
  engine.refusals.push('three');
  expect(await withHook('b', () => false)).toEqual(['failed: three']);
  const changed = { oldInputs: { label: 'a' }, newInputs: { label: 'b' } };
  expect(calls).toMatchObject([{ id: 'thing1', failedOperation: 'update', ...changed }]);
});

test.each([
  ['asks for a retry', () => true, /^failed: error hook "retry" asks for a retry/],
  ['fails', () => JSON.parse('{'), /^failed: error hook "retry" failed: /],
])('an error hook that %s fails the resource', async (_what, hook, message) => {
  engine.refusals.push('no space');
  expect(await withHook('a', hook)).toEqual([expect.stringMatching(message)]);
});
