// The in-process engine: what `pulumi up` does to a stack, against the local cloud's handlers.
import type { Handler, OperationContext } from '../handler.ts';
import { checkInputs, type Registry } from '../registry.ts';
import type { Collection } from '../store.ts';
import { describeAssets } from './assets.ts';
import { diffInputs } from './diff.ts';
import { parseDuration } from './duration.ts';
import { type Backend, type Registered, type Registration, runProgram } from './monitor.ts';
import { deletionOrder } from './order.ts';
import type { ResourceState } from './state.ts';

export type Action = 'create' | 'update' | 'replace' | 'delete' | 'same';

export interface Change {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** URN of the component that it is in. */
  readonly parent: string;
  readonly action: Action;
}

export interface Failure extends Change {
  readonly error: Error;
}

export interface Deployment {
  /** Undefined where the program did not reach its end. */
  readonly outputs: Readonly<Record<string, unknown>> | undefined;
  readonly changes: readonly Change[];
  readonly failures: readonly Failure[];
  readonly error: Error | undefined;
}

export interface EngineOptions {
  readonly registry: Registry;
  readonly state: Collection<ResourceState>;
  /** Of the last deployment, by the stack's name. */
  readonly outputs: Collection<Readonly<Record<string, unknown>>>;
  readonly region: string;
  /** Aborted when the run is to end: every wait under way is given up. */
  readonly signal: AbortSignal;
  /** Asked before a resource is created (the preflight); what it throws stops that resource. */
  readonly beforeCreate?: (resource: { type: string; name: string }) => Promise<void>;
  /** Told of each change as it is made, for progress. */
  readonly onChange?: (change: Change) => void;
}

/** As the AWS provider's own longest default; options override it per resource. */
const DEFAULT_TIMEOUT_MS = 30 * 60_000;

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

/** A registration that the handler has accepted, and what is to be done about it. */
interface CheckedResource {
  readonly handler: Handler;
  /** With assets as they are, for the handler. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** With assets as hashes, for the state. */
  readonly described: Readonly<Record<string, unknown>>;
  readonly action: Action;
}

type ContextFor = (region: string, timeoutMs: number) => OperationContext;

class DeploymentRun implements Backend {
  readonly changes: Change[] = [];
  readonly failures: Failure[] = [];
  readonly #options: EngineOptions;
  readonly #stack: string;
  readonly #context: ContextFor;
  readonly #seen = new Set<string>();
  readonly #replaced: ResourceState[] = [];

  constructor(options: EngineOptions, stack: string, context: ContextFor) {
    this.#options = options;
    this.#stack = stack;
    this.#context = context;
  }

  previousOutputs(): Readonly<Record<string, unknown>> {
    return this.#options.outputs.get(this.#stack) ?? {};
  }

  async invoke(token: string, inputs: Readonly<Record<string, unknown>>): Promise<object> {
    const invoke = this.#options.registry.invoke(token);
    return invoke.call(
      invoke.inputs.parse(inputs),
      this.#context(regionOf(inputs, this.#options.region), DEFAULT_TIMEOUT_MS),
    );
  }

  async register(registration: Registration): Promise<Registered> {
    this.#seen.add(registration.urn);
    if (!registration.custom) return this.#component(registration);
    const old = this.#options.state.get(registration.urn);
    let action: Action = old === undefined ? 'create' : 'update';
    try {
      const resource = await this.#checked(registration, old);
      action = resource.action;
      const state = await this.#apply(resource, registration, old);
      this.#options.state.set(registration.urn, state);
      this.#record(registration, action);
      return { id: state.id, outputs: { ...resource.raw, ...state.computed } };
    } catch (error) {
      this.failures.push({ ...registration, action, error: error as Error });
      throw error;
    }
  }

  #component({ urn, type, name, parent }: Registration): Registered {
    const state: ResourceState = {
      ...{ urn, type, name, parent, id: undefined, inputs: {}, computed: {}, dependencies: [] },
      ...{ protect: false, region: this.#options.region, deleteTimeout: 0 },
    };
    this.#options.state.set(urn, state);
    return { outputs: {} };
  }

  async #checked(
    { type, name, inputs }: Registration,
    old: ResourceState | undefined,
  ): Promise<CheckedResource> {
    const handler = this.#options.registry.handler(type);
    const checked = checkInputs(handler, name, inputs, old?.inputs);
    if (checked.failures.length > 0) throw new Error(checked.failures.map(({ reason }) => reason).join('\n'));
    const described = (await describeAssets(checked.inputs)) as Record<string, unknown>;
    const diff = old === undefined ? undefined : diffInputs(old.inputs, described, handler.replaceOn);
    const action: Action = diff === undefined ? 'create' : diff.kind;
    return { handler, raw: checked.inputs, described, action };
  }

  async #apply(
    { handler, raw, described, action }: CheckedResource,
    registration: Registration,
    old: ResourceState | undefined,
  ): Promise<ResourceState> {
    const { urn, type, name, parent, dependencies, protect, timeouts } = registration;
    const region = regionOf(raw, this.#options.region);
    const shared = { urn, type, name, parent, inputs: described, dependencies, protect, region };
    const state = { ...shared, deleteTimeout: parseDuration(timeouts.delete) ?? DEFAULT_TIMEOUT_MS };
    if (action === 'same' && old !== undefined) return { ...state, id: old.id, computed: old.computed };
    if (action === 'update' && old?.id !== undefined) {
      const context = this.#context(region, parseDuration(timeouts.update) ?? DEFAULT_TIMEOUT_MS);
      const computed = await handler.update(old.id, raw as never, old.inputs as never, context);
      return { ...state, id: old.id, computed: computed as Record<string, unknown> };
    }
    await this.#options.beforeCreate?.({ type, name });
    if (old !== undefined && handler.deleteBeforeReplace) await this.#delete(old);
    else if (old !== undefined) this.#replaced.push(old);
    const context = this.#context(region, parseDuration(timeouts.create) ?? DEFAULT_TIMEOUT_MS);
    const { id, computed } = await handler.create(raw as never, context);
    return { ...state, id, computed: computed as Record<string, unknown> };
  }

  /** Deletes what was replaced and what the program no longer declares; dependents first. */
  async deleteRest(): Promise<void> {
    for (const state of deletionOrder(this.#replaced)) await this.#attemptDelete(state);
    for (const state of deletionOrder(this.#undeclared())) {
      const deleted = await this.#attemptDelete(state);
      if (deleted) this.#options.state.delete(state.urn);
    }
  }

  /**
   * After a failure, what was not registered may only have been waiting for what failed: then just whole
   * components that the program no longer has are gone, such as a host taken out of the config.
   */
  #undeclared(): ResourceState[] {
    const absent = this.#options.state.values().filter(({ urn }) => !this.#seen.has(urn));
    if (this.failures.length === 0) return absent;
    const gone = new Set(absent.filter(({ id }) => id === undefined).map(({ urn }) => urn));
    return absent.filter(({ urn, parent }) => gone.has(urn) || gone.has(parent));
  }

  async #attemptDelete(state: ResourceState): Promise<boolean> {
    try {
      await this.#delete(state);
      if (state.id !== undefined) this.#record(state, 'delete');
      return true;
    } catch (error) {
      this.failures.push({ ...state, action: 'delete', error: error as Error });
      return false;
    }
  }

  async #delete({ id, type, urn, inputs, region, protect, deleteTimeout }: ResourceState): Promise<void> {
    if (protect) throw new Error(`${urn} is protected: take \`protect\` away before deleting it`);
    if (id === undefined) return;
    const handler = this.#options.registry.handler(type);
    await handler.delete(id, inputs as never, this.#context(region, deleteTimeout));
  }

  #record({ urn, type, name, parent }: Omit<Change, 'action'>, action: Action): void {
    const change = { urn, type, name, parent, action };
    this.changes.push(change);
    if (action !== 'same') this.#options.onChange?.(change);
  }
}

function regionOf(inputs: Readonly<Record<string, unknown>>, fallback: string): string {
  return typeof inputs.region === 'string' ? inputs.region : fallback;
}
