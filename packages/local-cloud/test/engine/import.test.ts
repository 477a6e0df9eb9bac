// The `import` option of the in-process engine: what exists already is taken over, and then deployed as any other.
import * as pulumi from '@pulumi/pulumi';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { defineHandler } from '../../src/resources/define-handler.ts';
import { TYPE, testEngine } from './deploying.ts';

const inputs = z.strictObject({ name: z.string(), label: z.string().optional() });
type Inputs = z.infer<typeof inputs>;

const things = new Map<string, Inputs>();
const log: string[] = [];

/** An import names a thing by `shop/<id>`, as Cloudflare's records are named by their zone too. */
const handler = defineHandler<Inputs, { size: number }>({
  type: TYPE,
  inputs,
  replaceOn: ['name'],
  async create(given) {
    const id = `thing${things.size + 1}`;
    things.set(id, given);
    log.push(`create ${id}`);
    return { id, computed: { size: 7 } };
  },
  async read(path, _context, known) {
    const id = known === undefined ? path.replace(/^shop\//, '') : path;
    const found = things.get(id);
    return found && { id, inputs: found, computed: { size: 7 } };
  },
  async update(id, given) {
    things.set(id, given);
    log.push(`update ${id}`);
    return { size: 7 };
  },
  async delete(id) {
    things.delete(id);
    log.push(`delete ${id}`);
  },
});

class Thing extends pulumi.CustomResource {
  declare readonly size: pulumi.Output<number>;

  constructor(args: Inputs, opts: pulumi.CustomResourceOptions = {}) {
    super(TYPE, 'thing', { ...args, size: undefined }, opts);
  }
}

let engine: ReturnType<typeof testEngine>;
beforeEach(() => {
  engine = testEngine(handler, log);
  things.clear();
  things.set('old', { name: 'box', label: 'a' });
});

async function deploy(args: Inputs | undefined, importId?: string) {
  const { actions, done, failures, outputs } = await engine.deploy(() => {
    if (args === undefined) return {};
    const { id, size } = new Thing(args, importId === undefined ? {} : { import: importId });
    return { id, size };
  });
  return { actions, done, failed: failures, outputs };
}

it('takes over what is the same, and changes nothing', async () => {
  const same = { name: 'box', label: 'a' };
  const imported = { actions: ['import'], done: [], failed: [], outputs: { id: 'old', size: 7 } };
  expect(await deploy(same, 'shop/old')).toEqual(imported);
  expect(await deploy(same, 'shop/old')).toEqual({ ...imported, actions: ['same'] });
  expect(await deploy(same)).toEqual({ ...imported, actions: ['same'] });
  expect((await deploy(undefined)).done).toEqual(['delete old']);
});

it('updates what differs in the same run', async () => {
  const { actions, done } = await deploy({ name: 'box', label: 'b' }, 'shop/old');
  expect({ actions, done }).toEqual({ actions: ['import', 'update'], done: ['update old'] });
  expect((await deploy({ name: 'box', label: 'c' }, 'shop/old')).done).toEqual(['update old']);
  expect((await deploy({ name: 'box', label: 'c' }, 'shop/old')).actions).toEqual(['same']);
});

it('replaces nothing that it was to import', async () => {
  const { failed, done } = await deploy({ name: 'bag' }, 'shop/old');
  expect(failed).toEqual([expect.stringMatching(/^previously-imported resources .* may not be replaced/)]);
  expect(done).toEqual([]);
  expect(things.has('old')).toBe(true);
});

it('fails where nothing has that id, and where the state has another resource', async () => {
  expect((await deploy({ name: 'box' }, 'shop/other')).failed).toEqual([
    "resource 'shop/other' does not exist",
  ]);
  await deploy({ name: 'box' });
  const { failed, done } = await deploy({ name: 'box' }, 'shop/old');
  expect(failed).toEqual([expect.stringContaining('no import that replaces it by shop/old')]);
  expect(done).toEqual([]);
});
