// After a failure the program has not registered everything: what it did not register is not deleted for that.
import * as pulumi from '@pulumi/pulumi';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { defineHandler } from '../../src/resources/define-handler.ts';
import { type Args, TYPE, testEngine } from './deploying.ts';

const inputs = z.strictObject({
  name: z.string(),
  uses: z.string().optional(),
  fails: z.boolean().optional(),
});
const log: string[] = [];
const handler = defineHandler<z.infer<typeof inputs>, object>({
  type: TYPE,
  inputs,
  replaceOn: [],
  async create({ name, fails }) {
    if (fails) throw new Error(`${name} has no capacity`);
    log.push(`create ${name}`);
    return { id: name, computed: {} };
  },
  read: async (_id, _context, known) => known && { inputs: known, computed: {} },
  async update(id, { fails }) {
    if (fails) throw new Error(`${id} has no capacity`);
    return {};
  },
  delete: async (id) => void log.push(`delete ${id}`),
});

class Thing extends pulumi.CustomResource {
  constructor(name: string, args: Args = {}, parent?: pulumi.Resource) {
    super(TYPE, name, { name, ...args }, { parent });
  }
}
const component = (name: string) => new pulumi.ComponentResource('test:index:Host', name);

let deploy: ReturnType<typeof testEngine>['deploy'];
beforeEach(() => {
  ({ deploy } = testEngine(handler, log));
});

const dependent = (fails: boolean) => () => {
  const base = new Thing('base', { fails });
  new Thing('user', { uses: base.id });
};

test('a resource that waited for the failed one is kept', async () => {
  await deploy(dependent(false));
  const failed = await deploy(dependent(true));
  expect(failed).toMatchObject({ done: [], failures: ['base has no capacity'], error: undefined });
  expect(await deploy(dependent(false))).toMatchObject({ done: [], failures: [], error: undefined });
});

test('a resource that is no longer declared is kept too, until a deployment without a failure', async () => {
  await deploy(() => {
    dependent(false)();
    new Thing('removed');
  });
  expect((await deploy(dependent(true))).done).toEqual([]);
  expect((await deploy(dependent(false))).done).toEqual(['delete removed']);
});

test('a whole component that is no longer declared is deleted nevertheless', async () => {
  await deploy(() => {
    dependent(false)();
    new Thing('certificate', {}, component('host'));
  });
  expect((await deploy(dependent(true))).done).toEqual(['delete certificate']);
});

test('a program that stopped by itself deletes nothing', async () => {
  await deploy(dependent(false));
  const stopped = await deploy(() => {
    throw new Error('the program stopped');
  });
  expect(stopped).toMatchObject({ done: [], failures: [], error: { message: 'the program stopped' } });
});
