// The in-process engine with one resource type, for the suites of the engine.
import type * as pulumi from '@pulumi/pulumi';
import { Engine } from '../../src/engine/engine.ts';
import { stackOutputs, stackState } from '../../src/engine/state.ts';
import type { Handler } from '../../src/resources/handler.ts';
import { Registry } from '../../src/resources/registry.ts';
import { Store } from '../../src/store.ts';

export const TYPE = 'test:index:Thing';
export type Args = Record<string, pulumi.Input<unknown>>;

/** `log`: what the handler did; it is emptied for each deployment. */
export function testEngine(handler: Handler, log: string[]) {
  const store = new Store();
  const state = stackState(store);
  const engineOf = (signal: AbortSignal) =>
    new Engine({
      ...{ registry: new Registry([{ handlers: [handler], invokes: [] }]), state, signal },
      ...{ outputs: stackOutputs(store), region: 'here' },
    });
  return {
    things: () => state.values().filter(({ type }) => type === TYPE),
    refresh: () => engineOf(AbortSignal.timeout(10_000)).refresh(),
    /** Resolves to what was done in order, the messages of failures, and why the program itself ended. */
    async deploy(
      // biome-ignore lint/suspicious/noConfusingVoidType: a program may return its outputs, or nothing
      declare: () => Record<string, unknown> | void,
      signal = AbortSignal.timeout(10_000),
    ) {
      log.length = 0;
      const program = async () => declare() ?? {};
      const run = await engineOf(signal).deploy(program, { project: 'shop', stack: 'test' });
      const failures = run.failures.map(({ error }) => error.message);
      const actions = run.changes.map(({ action }) => action);
      return { done: [...log], failures, error: run.error, actions, outputs: run.outputs };
    },
  };
}
