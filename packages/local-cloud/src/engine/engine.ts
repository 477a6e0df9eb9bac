// The in-process engine: what `pulumi up` does to a stack, against the local cloud's handlers.
import { describeAssets } from '../assets.ts';
import { contextOf } from '../resources/handler.ts';
import type { Deployment, EngineOptions, ResourceState } from './deployment.ts';
import { CancelledError, stackOutputs, stackState } from './deployment.ts';
import { DeploymentRun } from './deployment-run.ts';
import { runProgram } from './run-program.ts';

/** Returns the outputs of the stack. It may leave resources as they are without declaring them: `keep` has their logical names. */
export type Program = (deployment: {
  readonly keep: (names: ReadonlySet<string>) => void;
}) => Promise<Record<string, unknown>>;

export class Engine {
  readonly #options: EngineOptions;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Reads every resource back: the next deployment reverts what changed there and creates what no longer exists. */
  async refresh(): Promise<void> {
    const { store, registry } = this.#options;
    const state = stackState(store);
    for (const known of state.values()) {
      const { urn, id, type, inputs } = known;
      if (id === undefined) continue;
      const live = await registry.handler(type).read(id, contextOf(this.#options, known), inputs as never);
      const described = (await describeAssets(live?.inputs)) as ResourceState['inputs'];
      if (live === undefined) state.delete(urn);
      else
        state.set(urn, { ...known, inputs: described, computed: live.computed as ResourceState['computed'] });
    }
  }

  /** What several programs share stays as it is, and the outputs are those of the last. A failure fails only its dependents. */
  async deploy(
    programs: Program | Iterable<Program>,
    of: { readonly project: string; readonly stack: string },
  ): Promise<Deployment> {
    const { stack } = of;
    const run = new DeploymentRun(this.#options, stack);
    const { signal } = this.#options;
    let [outputs, error]: [Deployment['outputs'], Deployment['error']] = [undefined, undefined];
    for (const program of typeof programs === 'function' ? [programs] : programs) {
      const ended = await runProgram(() => program({ keep: (names) => run.keep(names) }), run, of);
      outputs = ended.outputs;
      error ??= ended.error ?? (run.failures.length > 0 ? undefined : ended.rejection);
      if (signal.aborted || (error !== undefined && run.failures.length === 0)) break;
    }
    // A program that stopped early has not declared everything: what it did not register may still be wanted.
    const isWhole = error === undefined || run.failures.length > 0;
    if (isWhole && !signal.aborted) await run.deleteRest();
    if (signal.aborted)
      return { outputs: undefined, changes: run.changes, failures: [], error: new CancelledError() };
    if (outputs !== undefined && error === undefined) stackOutputs(this.#options.store).set(stack, outputs);
    const ownError = run.failures.length > 0 ? undefined : error;
    return { outputs, changes: run.changes, failures: run.failures, error: ownError };
  }
}
