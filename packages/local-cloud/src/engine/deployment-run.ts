// One deployment: checks, makes, updates and replaces what the program registers, then deletes the rest.
import type { Handler, OperationContext } from '../resources/handler.ts';
import { checkInputs } from '../resources/registry.ts';
import { describeAssets } from './assets.ts';
import {
  type Action,
  type Change,
  DEFAULT_TIMEOUT_MS,
  type EngineOptions,
  type Failure,
} from './deployment.ts';
import { diffInputs, isTriggered } from './diff.ts';
import { parseDuration } from './duration.ts';
import type { Backend, Registered, Registration } from './monitor.ts';
import { deletionOrder } from './order.ts';
import { retried } from './retries.ts';
import type { ResourceState } from './state.ts';

/** A registration that the handler has accepted, and what is to be done about it. */
interface CheckedResource {
  readonly handler: Handler;
  /** With assets as they are, for the handler. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** With assets as hashes, for the state. */
  readonly described: Readonly<Record<string, unknown>>;
  readonly action: Action;
  /** Of a replacement: the old one goes before the new one is made. */
  readonly deleteFirst: boolean;
}

type ContextFor = (region: string, timeoutMs: number) => OperationContext;

export class DeploymentRun implements Backend {
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

  previousResources(): Readonly<Record<string, object>> {
    const resources = this.#options.state.values();
    return Object.fromEntries(
      resources.map(({ urn, inputs, computed }) => [urn, { ...inputs, ...computed }]),
    );
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
      ...{ protect: false, region: this.#options.region, deleteTimeout: 0, replacementTrigger: undefined },
    };
    this.#options.state.set(urn, state);
    return { outputs: {} };
  }

  async #checked(
    { type, name, inputs, replacementTrigger }: Registration,
    old: ResourceState | undefined,
  ): Promise<CheckedResource> {
    const handler = this.#options.registry.handler(type);
    const check = async (last: ResourceState | undefined) => {
      const checked = checkInputs(handler, name, inputs, last?.inputs);
      if (checked.failures.length > 0)
        throw new Error(checked.failures.map(({ reason }) => reason).join('\n'));
      const described = (await describeAssets(checked.inputs)) as Record<string, unknown>;
      return { handler, raw: checked.inputs, described };
    };
    const checked = await check(old);
    if (old === undefined) return { ...checked, action: 'create', deleteFirst: false };
    if (isTriggered(old.replacementTrigger, replacementTrigger)) {
      return { ...(await check(undefined)), action: 'replace', deleteFirst: false };
    }
    const diff = diffInputs(handler, name, old.inputs, checked.described);
    if (diff.kind !== 'replace') return { ...checked, action: diff.kind, deleteFirst: false };
    // Without what it was: a name that was made up is made up anew.
    return { ...(await check(undefined)), action: 'replace', deleteFirst: diff.deleteFirst };
  }

  /** Resolves to what the stack remembers of the resource from now on. */
  async #apply(
    resource: CheckedResource,
    registration: Registration,
    old: ResourceState | undefined,
  ): Promise<ResourceState> {
    const { handler, raw, described, action } = resource;
    const { urn, type, name, parent, dependencies, protect, timeouts, replacementTrigger } = registration;
    const region = regionOf(raw, this.#options.region);
    const shared = { urn, type, name, parent, inputs: described, dependencies, protect, region };
    const deleteTimeout = parseDuration(timeouts.delete) ?? DEFAULT_TIMEOUT_MS;
    const state = { ...shared, deleteTimeout, replacementTrigger };
    if (action === 'same' && old !== undefined) return { ...state, id: old.id, computed: old.computed };
    if (action === 'update' && old?.id !== undefined) {
      const { id, inputs: oldInputs } = old;
      const limit = parseDuration(timeouts.update) ?? DEFAULT_TIMEOUT_MS;
      const computed = await retried(
        () => handler.update(id, raw as never, oldInputs as never, this.#context(region, limit)),
        (errors) =>
          registration.onError({ operation: 'update', id, newInputs: described, oldInputs, errors }),
      );
      return { ...state, id, computed: computed as Record<string, unknown> };
    }
    return { ...state, ...(await this.#create(resource, registration, old, region)) };
  }

  async #create(
    { handler, raw, described, deleteFirst }: CheckedResource,
    { urn, timeouts, beforeCreate, onError }: Registration,
    old: ResourceState | undefined,
    region: string,
  ): Promise<Pick<ResourceState, 'id' | 'computed'>> {
    await beforeCreate();
    if (old !== undefined && deleteFirst) {
      await this.#delete(old);
      this.#options.state.delete(urn);
    }
    const limit = parseDuration(timeouts.create) ?? DEFAULT_TIMEOUT_MS;
    const { id, computed } = await retried(
      () => handler.create(raw as never, this.#context(region, limit)),
      (errors) => onError({ operation: 'create', id: '', newInputs: described, errors }),
    );
    // Only now: where the new one can't be made, the old one stays.
    if (old !== undefined && !deleteFirst) this.#replaced.push(old);
    return { id, computed: computed as Record<string, unknown> };
  }

  /** Deletes what was replaced and what the program no longer declares; dependents first. */
  async deleteRest(): Promise<void> {
    const { state: states } = this.#options;
    const replaced = new Set(this.#replaced);
    // Together: what the program no longer has may be the last that uses what was replaced.
    for (const state of deletionOrder([...this.#undeclared(), ...replaced])) {
      const deleted = await this.#attemptDelete(state);
      if (deleted && !replaced.has(state)) states.delete(state.urn);
      // Beside its successor, for the next deployment to try again.
      if (!deleted && replaced.has(state)) states.set(...pendingDeletion(state));
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

function pendingDeletion(state: ResourceState): [string, ResourceState] {
  const urn = `${state.urn} ${state.id}`;
  return [urn, { ...state, urn }];
}

function regionOf(inputs: Readonly<Record<string, unknown>>, fallback: string): string {
  return typeof inputs.region === 'string' ? inputs.region : fallback;
}
