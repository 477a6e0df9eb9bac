// One deployment: checks, creates, updates and replaces what the program registers, then deletes the rest.
import type { Backend, Registered, Registration } from './backend.ts';
import {
  assertNotReplaced,
  type CheckedResource,
  checkResource,
  importedState,
  isImport,
} from './check-resource.ts';
import {
  type Action,
  type Change,
  type ContextFor,
  DEFAULT_TIMEOUT_MS,
  type EngineOptions,
  type Failure,
} from './deployment.ts';
import { deletionOrder, parseDuration, retried } from './operations.ts';
import type { ResourceState } from './state.ts';

/** An explicit provider; default ones are not registered by programs. */
const PROVIDER = /^pulumi:providers:(.+)$/;

export class DeploymentRun implements Backend {
  readonly changes: Change[] = [];
  readonly failures: Failure[] = [];
  readonly #options: EngineOptions;
  readonly #stack: string;
  readonly #context: ContextFor;
  readonly #seen = new Set<string>();
  /** What was replaced, and is deleted when its dependents no longer use it. */
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
    const provider = PROVIDER.exec(registration.type)?.[1];
    if (provider !== undefined) return this.#provider(provider, registration);
    const { urn, importId } = registration;
    const known = this.#options.state.get(urn);
    let action: Action = known !== undefined ? 'update' : importId === undefined ? 'create' : 'import';
    try {
      const isImported = isImport(known, importId);
      const old = isImported ? await this.#import(registration, importId) : known;
      const resource = await checkResource(this.#options.registry, registration, old, this.#options.region);
      assertNotReplaced(registration, resource.action);
      action = resource.action;
      const state = await this.#apply(resource, registration, old);
      this.#options.state.set(urn, state);
      if (!isImported || action !== 'same') this.#record(registration, action);
      return { id: state.id, outputs: { ...resource.raw, ...state.computed } };
    } catch (error) {
      this.failures.push({ ...registration, action, error: error as Error });
      throw error;
    }
  }

  /** Takes the resource into the state as it is. What differs from the program is then an update of this run. */
  async #import(registration: Registration, importId: string): Promise<ResourceState> {
    const region = regionOf(registration.inputs, this.#options.region);
    const context = this.#context(region, DEFAULT_TIMEOUT_MS);
    const state = await importedState(this.#options.registry, registration, { importId, region, context });
    this.#options.state.set(registration.urn, state);
    this.#record(registration, 'import');
    return state;
  }

  /** A provider is configured, and has nothing in the cloud. Its config, which may have a token, is not in the state. */
  #provider(name: string, registration: Registration): Registered {
    try {
      this.#options.registry.configure(name, registration.inputs);
    } catch (error) {
      this.failures.push({ ...registration, action: 'create', error: error as Error });
      throw error;
    }
    return { id: name, ...this.#component(registration) };
  }

  #component({ urn, type, name, parent }: Registration): Registered {
    const state: ResourceState = {
      ...{ urn, type, name, parent, id: undefined, inputs: {}, computed: {}, dependencies: [] },
      ...{ protect: false, region: this.#options.region, deleteTimeout: 0, replacementTrigger: undefined },
    };
    this.#options.state.set(urn, state);
    return { outputs: {} };
  }

  /** Resolves to the resource's new state. */
  async #apply(
    resource: CheckedResource,
    registration: Registration,
    old: ResourceState | undefined,
  ): Promise<ResourceState> {
    const { handler, raw, described, action } = resource;
    const { urn, type, name, parent, dependencies, protect, retainOnDelete, timeouts } = registration;
    const region = regionOf(raw, this.#options.region);
    const imported = action === 'replace' ? undefined : old?.importId;
    const state = {
      ...{ urn, type, name, parent, dependencies, protect, retainOnDelete, region, inputs: described },
      deleteTimeout: parseDuration(timeouts.delete) ?? DEFAULT_TIMEOUT_MS,
      replacementTrigger: registration.replacementTrigger,
      ...(imported && { importId: imported }),
    };
    if (action === 'same' && old !== undefined) return { ...state, id: old.id, computed: old.computed };
    if (action === 'update' && old?.id !== undefined) {
      const { id, inputs: oldInputs } = old;
      const limit = parseDuration(timeouts.update) ?? DEFAULT_TIMEOUT_MS;
      const oldOutputs = { ...oldInputs, ...old.computed };
      await registration.beforeUpdate({ id, newInputs: described, oldInputs, oldOutputs });
      const failure = { operation: 'update', id, newInputs: described, oldInputs } as const;
      const computed = await retried(
        () => handler.update(id, raw as never, oldInputs as never, this.#context(region, limit)),
        (errors) => registration.onError({ ...failure, errors }),
        this.#options.signal,
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
      this.#options.signal,
    );
    // Only now: where the new resource can't be created, the old one stays.
    if (old !== undefined && !deleteFirst) this.#replaced.push(old);
    return { id, computed: computed as Record<string, unknown> };
  }

  /** Of a run that ends early: beside their successors, for the next deployment to delete. */
  keepReplaced(): void {
    for (const state of this.#replaced) this.#keep(state);
  }

  /** Deletes what was replaced and what the program no longer declares; dependents first. */
  async deleteRest(): Promise<void> {
    const replaced = new Set(this.#replaced);
    // In one order: a resource that is no longer declared may be the last that uses a replaced one.
    for (const state of deletionOrder([...this.#undeclared(), ...replaced])) {
      const isDeleted = await this.#attemptDeletion(state);
      if (isDeleted && !replaced.has(state)) this.#options.state.delete(state.urn);
      if (!isDeleted && replaced.has(state)) this.#keep(state);
    }
  }

  #keep(state: ResourceState): void {
    const urn = `${state.urn} ${state.id}`;
    this.#options.state.set(urn, { ...state, urn });
  }

  async #attemptDeletion(state: ResourceState): Promise<boolean> {
    const { signal } = this.#options;
    if (signal.aborted) return false;
    try {
      await this.#delete(state);
      if (state.id !== undefined && state.retainOnDelete !== true) this.#record(state, 'delete');
      return true;
    } catch (error) {
      if (!signal.aborted) this.failures.push({ ...state, action: 'delete', error: error as Error });
      return false;
    }
  }

  /**
   * Throws what the service refuses. A component has nothing in the cloud, and what is retained stays there: only the state
   * forgets it. `protect` goes first, as in the real engine (pkg/resource/deploy/step.go, DeleteStep.Apply).
   */
  async #delete(state: ResourceState): Promise<void> {
    const { id, type, urn, inputs, region, protect, retainOnDelete = false, deleteTimeout } = state;
    if (protect) throw new Error(`${urn} is protected: remove \`protect\` before you delete it`);
    if (id === undefined || retainOnDelete) return;
    const handler = this.#options.registry.handler(type);
    await handler.delete(id, inputs as never, this.#context(region, deleteTimeout));
  }

  /**
   * After a failure, a resource that was not registered may only have waited for the failed one. Then only whole
   * components that the program no longer declares are deleted, such as a host that was removed from the config.
   */
  #undeclared(): ResourceState[] {
    const absent = this.#options.state.values().filter(({ urn }) => !this.#seen.has(urn));
    if (this.failures.length === 0) return absent;
    const components = new Set(absent.filter(({ id }) => id === undefined).map(({ urn }) => urn));
    return absent.filter(({ urn, parent }) => components.has(urn) || components.has(parent));
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
