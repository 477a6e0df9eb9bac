// The in-process engine: what `pulumi up` does to a stack, against the local cloud's handlers.
import type { OperationContext } from '../handler.ts';
import { DEFAULT_TIMEOUT_MS, type Deployment, type EngineOptions } from './deployment.ts';
import { DeploymentRun } from './deployment-run.ts';
import { runProgram } from './monitor.ts';

export class Engine {
  readonly #options: EngineOptions;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Forgets what is no longer in the cloud, so that the next deployment makes it again. */
  async refresh(): Promise<void> {
    const { state, registry } = this.#options;
    for (const { urn, id, type, region } of state.values()) {
      if (id === undefined) continue;
      const live = await registry.handler(type).read(id, this.#context(region, DEFAULT_TIMEOUT_MS));
      if (live === undefined) state.delete(urn);
    }
  }

  /** Makes the stack be what the program declares. A resource that fails takes only its dependents with it. */
  async deploy(
    program: () => Promise<Record<string, unknown>>,
    { project, stack }: { project: string; stack: string },
  ): Promise<Deployment> {
    const run = new DeploymentRun(this.#options, stack, (region, ms) => this.#context(region, ms));
    const { outputs, error } = await runProgram(program, run, { project, stack });
    // A program that did not reach its end has not said what is to go.
    if (error === undefined || run.failures.length > 0) await run.deleteRest();
    if (outputs !== undefined) this.#options.outputs.set(stack, outputs);
    const ownError = run.failures.length > 0 ? undefined : error;
    return { outputs, changes: run.changes, failures: run.failures, error: ownError };
  }

  #context(region: string, timeoutMs: number): OperationContext {
    return { region, signal: AbortSignal.any([this.#options.signal, AbortSignal.timeout(timeoutMs)]) };
  }
}
