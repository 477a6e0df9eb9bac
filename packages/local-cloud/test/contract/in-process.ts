// The first driver: the in-process engine, with a program that declares the resources.
import * as pulumi from '@pulumi/pulumi';
import type { Cloud } from '../../src/cloud.ts';
import { Engine } from '../../src/engine/engine.ts';
import { stackOutputs, stackState } from '../../src/engine/state.ts';
import { Store } from '../../src/store.ts';
import { type Driver, type Inputs, type Outcome, refused } from './driver.ts';

class Declared extends pulumi.CustomResource {}

export function inProcessDriver({ registry }: Cloud, region: string): Driver {
  const store = new Store();
  const state = stackState(store);
  const signal = AbortSignal.timeout(120_000);
  const engine = new Engine({ registry, state, outputs: stackOutputs(store), region, signal });
  const declared = new Map<string, { type: string; inputs: Inputs }>();
  const stateOf = (name: string) => state.values().find((one) => one.name === name);

  const program = async () => {
    for (const [name, { type, inputs }] of declared) new Declared(type, name, { ...inputs });
    return {};
  };
  const deploy = async (name: string): Promise<Outcome> => {
    const { changes, failures } = await engine.deploy(program, { project: 'contract', stack: 'test' });
    const failure = failures.find((one) => one.name === name);
    if (failure !== undefined) return refused(failure.error.message);
    const action = changes.find((one) => one.name === name)?.action ?? 'same';
    if (action === 'import') throw new Error(`${name}: no lifecycle imports`);
    const { id = '', inputs = {}, computed = {} } = stateOf(name) ?? {};
    return { action, message: '', id, outputs: { ...inputs, ...computed } };
  };

  return {
    async apply(type, name, inputs) {
      const before = declared.get(name);
      declared.set(name, { type, inputs });
      const outcome = await deploy(name);
      // A refused change is removed from the program.
      if (outcome.action === 'refused' && before !== undefined) declared.set(name, before);
      else if (outcome.action === 'refused') declared.delete(name);
      return outcome;
    },
    async remove(name) {
      const before = declared.get(name);
      declared.delete(name);
      const outcome = await deploy(name);
      if (outcome.action === 'refused' && before !== undefined) declared.set(name, before);
      return outcome;
    },
    refresh: () => engine.refresh(),
    checked: (name) => stateOf(name)?.inputs ?? {},
    close: async () => {},
  };
}
