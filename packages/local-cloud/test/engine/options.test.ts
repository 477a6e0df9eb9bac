// Options that the in-process engine implements like the real one: `aliases`, `retainOnDelete`, `replacementTrigger`, and error hooks.
import * as pulumi from '@pulumi/pulumi';
import { beforeEach, describe, expect, test } from 'vitest';
import { Thing, TYPE, testEngine } from './deploying.ts';

let engine: ReturnType<typeof testEngine>;
beforeEach(() => {
  engine = testEngine();
});

const thing = (label: string, opts: pulumi.CustomResourceOptions) => new Thing('thing', { label }, opts);

const deploy = (declare: () => void) => engine.deploy(declare);

describe('aliases', () => {
  class Shop extends pulumi.ComponentResource {}
  const shop = (type: string, opts?: pulumi.ComponentResourceOptions) => new Shop(type, 'shop', {}, opts);
  const old = 'urn:pulumi:test::shop::old:index:Shop::shop';

  test('what the state has by another name, type or parent is the resource itself', async () => {
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
    expect((await renamed('a')).done).toEqual([]);
    expect((await renamed('b')).done).toEqual([expect.stringContaining('update')]);
    expect((await deploy(() => undefined)).done.sort()).toEqual(['delete thing1', 'delete thing2']);
  });

  test('of a resource that is declared, and a second of one state, are refused', async () => {
    await deploy(() => void new Thing('lamp'));
    const { done, error } = await deploy(() => {
      new Thing('lamp');
      new Thing('desk', {}, { aliases: [{ name: 'lamp' }] });
    });
    expect(done).toEqual([]);
    expect(error?.message).toContain('Duplicate resource alias');
  });
});

describe('retainOnDelete', () => {
  const retained = (trigger: string) =>
    deploy(() => void thing('a', { retainOnDelete: true, replacementTrigger: trigger }));

  test('forgets what is replaced or no longer declared, and leaves it where it is', async () => {
    await retained('first');
    expect((await retained('second')).done).toEqual(['create thing2']);
    expect((await deploy(() => undefined)).done).toEqual([]);
    expect(engine.ids()).toEqual([]);
  });
});

describe('replacementTrigger', () => {
  const withTrigger = (trigger: pulumi.Input<unknown> | undefined, label = 'a') =>
    deploy(() => void thing(label, { replacementTrigger: trigger }));

  test('replaces where it differs from the state, and deletes the old resource last', async () => {
    await withTrigger('first');
    expect((await withTrigger('first')).done).toEqual([]);
    expect((await withTrigger(pulumi.output(Promise.resolve('second')))).done).toEqual([
      'create thing2',
      'delete thing1',
    ]);
    expect((await withTrigger('second')).done).toEqual([]);
    expect((await withTrigger({ of: ['second'] })).done).toEqual(['create thing3', 'delete thing2']);
    expect((await withTrigger({ of: ['second'] })).done).toEqual([]);
  });

  test('an absent trigger does not count as a change, and is stored as absent', async () => {
    await withTrigger(undefined);
    expect((await withTrigger('first')).done).toEqual([]);
    expect((await withTrigger(undefined)).done).toEqual([]);
    expect((await withTrigger('second')).done).toEqual([]);
    expect((await withTrigger('third')).done).toEqual(['create thing2', 'delete thing1']);
  });
});

describe('an error hook', () => {
  const calls: pulumi.ErrorHookArgs[] = [];
  const withHook = (label: string, isToRetry: (failed: pulumi.ErrorHookArgs) => boolean) => {
    calls.length = 0;
    return deploy(() => {
      const hook = new pulumi.ErrorHook('retry', (failed) => {
        calls.push(failed);
        return isToRetry(failed);
      });
      thing(label, { hooks: { onError: [hook] } });
    });
  };

  test('gets the failed operation, and the failure remains', async () => {
    engine.refusals.push('no space');
    expect(await withHook('a', () => false)).toMatchObject({ done: [], failures: ['no space'] });
    const named = { urn: `urn:pulumi:test::shop::${TYPE}::thing`, name: 'thing', type: TYPE };
    const failed = { failedOperation: 'create', errors: ['no space'], newInputs: { label: 'a' } };
    expect(calls).toMatchObject([{ ...named, ...failed }]);
    await withHook('a', () => false);
    engine.refusals.push('three');
    expect((await withHook('b', () => false)).failures).toEqual(['three']);
    const changed = { oldInputs: { label: 'a' }, newInputs: { label: 'b' } };
    expect(calls).toMatchObject([{ id: 'thing1', failedOperation: 'update', ...changed }]);
  });

  test.each([
    ['asks for a retry', () => true, /^error hook "retry" asks for a retry/],
    ['fails', () => JSON.parse('{'), /^error hook "retry" failed: /],
  ])('that %s fails the resource', async (_what, hook, message) => {
    engine.refusals.push('no space');
    const { done, failures } = await withHook('a', hook);
    expect([done, failures]).toEqual([[], [expect.stringMatching(message)]]);
  });
});
