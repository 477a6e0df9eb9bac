// A deployment that is stopped: no operation begins any more, what is done is in the state, and the next one goes on.
import * as pulumi from '@pulumi/pulumi';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { CancelledError } from '../../src/engine/deployment.ts';
import { defineHandler } from '../../src/resources/define-handler.ts';
import { type Args, TYPE, testEngine } from './deploying.ts';

const inputs = z.strictObject({ name: z.string(), waits: z.boolean().optional() });
const log: string[] = [];
let stop: AbortController;
const handler = defineHandler<z.infer<typeof inputs>, object>({
  type: TYPE,
  inputs,
  replaceOn: ['name'],
  async create({ name, waits }, { signal }) {
    log.push(`create ${name}`);
    if (waits) {
      stop.abort();
      signal.throwIfAborted();
    }
    return { id: name, computed: {} };
  },
  read: async (_id, _context, known) => known && { inputs: known, computed: {} },
  update: async () => ({}),
  delete: async (id) => void log.push(`delete ${id}`),
});

class Thing extends pulumi.CustomResource {
  constructor(name: string, args: Args, dependsOn?: pulumi.Resource) {
    super(TYPE, name, { name, ...args }, { ...(dependsOn && { dependsOn }) });
  }
}

let engine: ReturnType<typeof testEngine>;
beforeEach(() => {
  engine = testEngine(handler, log);
});

function deploy(declare: () => void) {
  stop = new AbortController();
  return engine.deploy(declare, stop.signal);
}

const names = () =>
  engine
    .things()
    .flatMap(({ id = '' }) => id)
    .toSorted();

test('what waits ends, what depends on it does not begin, and nothing is a failure', async () => {
  await deploy(() => new Thing('old', {}));
  const { error, failures, outputs } = await deploy(() => {
    const first = new Thing('first', {});
    const waiting = new Thing('waiting', { waits: true }, first);
    new Thing('last', {}, waiting);
  });
  expect(error).toBeInstanceOf(CancelledError);
  expect(failures).toEqual([]);
  expect(outputs).toBeUndefined();
  expect(log).toEqual(['create first', 'create waiting']);
  expect(names()).toEqual(['first', 'old']);
});

test('the next deployment goes on, and deletes what was replaced before the stop', async () => {
  await deploy(() => new Thing('thing', { name: 'a' }));
  await deploy(() => {
    const replaced = new Thing('thing', { name: 'b' });
    new Thing('waiting', { waits: true }, replaced);
  });
  expect(names()).toEqual(['a', 'b']);
  const { error, failures } = await deploy(() => {
    const replaced = new Thing('thing', { name: 'b' });
    new Thing('waiting', {}, replaced);
  });
  expect([error, failures]).toEqual([undefined, []]);
  expect(log).toEqual(['create waiting', 'delete a']);
  expect(names()).toEqual(['b', 'waiting']);
});
