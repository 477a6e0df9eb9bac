// The in-process engine in difficult deployments: failed replacements, pending deletions, retries.
import * as pulumi from '@pulumi/pulumi';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { defineHandler } from '../../src/resources/define-handler.ts';
import { type Args, TYPE, testEngine } from './deploying.ts';

const inputs = z.strictObject({
  size: z.number(),
  uses: z.string().optional(),
  label: z.string().optional(),
});
type Inputs = z.infer<typeof inputs>;

/** The resources that exist, by id; and the operations to refuse. */
const things = new Map<string, Inputs>();
const refused = new Set<string>();
const log: string[] = [];
let created = 0;

const handler = defineHandler<Inputs, object>({
  type: TYPE,
  inputs,
  replaceOn: ['size'],
  async create(given) {
    if (refused.has('create')) throw new Error('no capacity');
    created += 1;
    const id = `thing${created}`;
    things.set(id, given);
    log.push(`create ${id}`);
    return { id, computed: {} };
  },
  async read(id) {
    const found = things.get(id);
    return found && { inputs: found, computed: {} };
  },
  async update(id, given) {
    things.set(id, given);
    log.push(`update ${id}`);
    return {};
  },
  async delete(id) {
    const user = [...things].find(([, { uses }]) => uses === id);
    if (user !== undefined || refused.has(`delete ${id}`)) throw new Error(`${id} is in use`);
    things.delete(id);
    log.push(`delete ${id}`);
  },
});

class Thing extends pulumi.CustomResource {
  constructor(name: string, args: Args) {
    super(TYPE, name, args);
  }
}

let engine: ReturnType<typeof testEngine>;
beforeEach(() => {
  engine = testEngine(handler, log);
  for (const one of [things, refused]) one.clear();
  created = 0;
});

/** Resolves to the actions in order, and the failures. */
async function deploy(declare: () => void) {
  const { done, failures } = await engine.deploy(declare);
  return { done, failures };
}

const nothing = { done: [], failures: [] };

it('creates the new resource first, and deletes the old one after its dependents changed', async () => {
  const both = (size: number) => () => {
    const base = new Thing('base', { size });
    new Thing('user', { size: 1, uses: base.id });
  };
  await deploy(both(1));
  expect(await deploy(both(2))).toEqual({
    done: ['create thing3', 'update thing2', 'delete thing1'],
    failures: [],
  });
});

it('deletes an undeclared dependent before a replaced resource', async () => {
  await deploy(() => {
    const base = new Thing('base', { size: 1 });
    new Thing('user', { size: 1, uses: base.id });
  });
  expect(await deploy(() => void new Thing('base', { size: 2 }))).toEqual({
    done: ['create thing3', 'delete thing2', 'delete thing1'],
    failures: [],
  });
});

it('keeps the old resource in the state where the new one cannot be created', async () => {
  await deploy(() => void new Thing('base', { size: 1 }));
  refused.add('create');
  expect(await deploy(() => void new Thing('base', { size: 2 }))).toEqual({
    done: [],
    failures: ['no capacity'],
  });
  expect(await deploy(() => void new Thing('base', { size: 1 }))).toEqual(nothing);
});

it('retries the deletion of a replaced resource in the next deployment', async () => {
  await deploy(() => void new Thing('base', { size: 1 }));
  refused.add('delete thing1');
  const failed = await deploy(() => void new Thing('base', { size: 2 }));
  expect(failed).toEqual({ done: ['create thing2'], failures: ['thing1 is in use'] });
  refused.clear();
  expect(await deploy(() => void new Thing('base', { size: 2 }))).toEqual({
    done: ['delete thing1'],
    failures: [],
  });
  expect(await deploy(() => void new Thing('base', { size: 2 }))).toEqual(nothing);
});

it('after a refresh, creates deleted resources again and reverts changes', async () => {
  const declare = () => {
    new Thing('kept', { size: 1, label: 'ours' });
    new Thing('deleted', { size: 1 });
  };
  await deploy(declare);
  things.set('thing1', { size: 1, label: 'theirs' });
  things.delete('thing2');
  expect(await deploy(declare)).toEqual(nothing);
  await engine.refresh();
  expect(await deploy(declare)).toEqual({ done: ['update thing1', 'create thing3'], failures: [] });
});
