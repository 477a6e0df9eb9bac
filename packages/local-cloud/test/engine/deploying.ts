// The in-process engine with one resource type, whose things are only in memory, for the suites of the engine.
import * as pulumi from '@pulumi/pulumi';
import { z } from 'zod';
import { stackState } from '../../src/engine/deployment.ts';
import { Engine, type Program } from '../../src/engine/engine.ts';
import { defineHandler } from '../../src/resources/handler.ts';
import { Registry } from '../../src/resources/registry.ts';
import { Store } from '../../src/store.ts';

export const TYPE = 'test:index:Thing';

const inputs = z
  .strictObject({ size: z.number(), label: z.string(), uses: z.string(), stops: z.boolean() })
  .partial();
type Inputs = z.infer<typeof inputs>;
export type Args = { readonly [Name in keyof Inputs]: pulumi.Input<Inputs[Name]> };

export class Thing extends pulumi.CustomResource {
  declare readonly arn: pulumi.Output<string>;

  constructor(name: string, args: Args = {}, opts: pulumi.CustomResourceOptions = {}) {
    super(TYPE, name, { ...args, arn: undefined }, opts);
  }
}

export function testEngine() {
  const store = new Store();
  const state = stackState(store);
  /** The things that exist, by their ids `thing1`, `thing2`, …, and what was done in the last deployment. */
  const things = new Map<string, Inputs>();
  const log: string[] = [];
  /** The messages of the next tries to create and to update that shall fail. */
  const refusals: string[] = [];
  let stop = new AbortController();
  let created = 0;

  const attempt = (what: string) => {
    const refusal = refusals.shift();
    if (refusal !== undefined) throw new Error(refusal);
    log.push(what);
  };
  const handler = defineHandler<Inputs, { arn: string }>({
    ...{ type: TYPE, inputs, replaceOn: ['size'] },
    async create(given, { signal }) {
      const id = `thing${created + 1}`;
      attempt(`create ${id}`);
      if (given.stops) stop.abort();
      signal.throwIfAborted();
      created += 1;
      things.set(id, given);
      return { id, computed: { arn: `arn:${id}` } };
    },
    /** An import names a thing by `shop/<id>`, as one of Cloudflare's records is named by its zone too. */
    async read(path, _context, known) {
      const id = known === undefined ? path.replace(/^shop\//, '') : path;
      const found = things.get(id);
      return found && { id, inputs: found, computed: { arn: `arn:${id}` } };
    },
    async update(id, given) {
      attempt(`update ${id}`);
      things.set(id, given);
      return { arn: `arn:${id}` };
    },
    async delete(id) {
      if (things.values().some(({ uses }) => uses === id)) throw new Error(`${id} is in use`);
      things.delete(id);
      log.push(`delete ${id}`);
    },
  });
  const registry = new Registry([{ handlers: [handler], invokes: [] }]);
  const engineOf = (signal: AbortSignal) => new Engine({ registry, store, signal, region: 'here' });
  return {
    ...{ things, refusals },
    /** The ids in the state of the stack. */
    ids: () => state.values().flatMap(({ type, id }) => (type === TYPE && id !== undefined ? [id] : [])),
    refresh: () => engineOf(AbortSignal.timeout(10_000)).refresh(),
    /** Resolves to what was done in order and then what failed, and why the program itself ended. */
    async deploy(
      // biome-ignore lint/suspicious/noConfusingVoidType: a program may return its outputs, or nothing
      ...programs: ((...given: Parameters<Program>) => Record<string, unknown> | void)[]
    ) {
      log.length = 0;
      stop = new AbortController();
      const all = programs.map(
        (declare): Program =>
          async (run) =>
            declare(run) ?? {},
      );
      const run = await engineOf(stop.signal).deploy(all, { project: 'shop', stack: 'test' });
      const failures = run.failures.map(({ error }) => `failed: ${error.message}`);
      const actions = run.changes.map(({ action }) => action);
      return { done: [...log, ...failures], error: run.error, actions, outputs: run.outputs };
    },
  };
}
