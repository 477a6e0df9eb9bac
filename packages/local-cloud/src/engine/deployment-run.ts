// One deployment: checks, creates, updates and replaces what the program registers, then deletes the rest.
import { parseUrn } from '@petstore/custom-domains/names';
import { describeAssets } from '../assets.ts';
import { contextOf, DEFAULT_TIMEOUT_MS, regionOf } from '../resources/handler.ts';
import type { Collection } from '../store.ts';
import type { Backend, Registered, Registration } from './backend.ts';
import { type CheckedResource, checkResource } from './check-resource.ts';
import type { Action, Change, EngineOptions, Failure, ResourceState } from './deployment.ts';
import { CancelledError, stackOutputs, stackState } from './deployment.ts';
import type { OperationFailure } from './hooks.ts';

/** An explicit provider; default ones are not registered by programs. */
const PROVIDER = /^pulumi:providers:(.+)$/;

export class DeploymentRun implements Backend {
  readonly changes: Change[] = [];
  readonly failures: Failure[] = [];
  readonly #options: EngineOptions;
  readonly #state: Collection<ResourceState>;
  readonly #stack: string;
  readonly #seen = new Set<string>();
  readonly #kept: string[] = [];
  /** What was replaced, and is deleted when its dependents no longer use it. The state has it beside its successor until then. */
  readonly #replaced: ResourceState[] = [];

  constructor(options: EngineOptions, stack: string) {
    this.#options = options;
    this.#state = stackState(options.store);
    this.#stack = stack;
  }

  previousOutputs(): Readonly<Record<string, unknown>> {
    return stackOutputs(this.#options.store).get(this.#stack) ?? {};
  }

  previousResources(): Readonly<Record<string, object>> {
    const outputs = this.#state.values().map((one) => [one.urn, { ...one.inputs, ...one.computed }] as const);
    return Object.fromEntries(outputs);
  }

  async invoke(token: string, inputs: Readonly<Record<string, unknown>>): Promise<object> {
    const invoke = this.#options.registry.invoke(token);
    return invoke.call(invoke.inputs.parse(inputs), contextOf(this.#options, inputs));
  }

  /** And their children, and what all of them depend on. */
  keep(names: ReadonlySet<string>): void {
    for (const { urn, name, parent } of this.#state.values())
      if (names.has(name) || names.has(parseUrn(parent).name)) this.#kept.push(urn);
  }

  async register(registration: Registration): Promise<Registered> {
    // Of an earlier program of this deployment, which nothing has mended since.
    const failed = this.failures.find(({ urn }) => urn === registration.urn);
    if (failed !== undefined) throw failed.error;
    this.#rename(registration);
    const isAgain = this.#seen.has(registration.urn);
    this.#seen.add(registration.urn);
    if (!registration.custom) return this.#component(registration);
    const { urn, importId } = registration;
    const known = this.#state.get(urn);
    let action: Action = known !== undefined ? 'update' : importId === undefined ? 'create' : 'import';
    try {
      const provider = PROVIDER.exec(registration.type)?.[1];
      if (provider !== undefined) return this.#provider(provider, registration);
      // One that the state has under that id was imported before: pulumi/pulumi, pkg/resource/deploy/step_generator.go, isImport.
      const isImported = importId !== undefined && (known?.importId ?? known?.id) !== importId;
      if (isImported && known !== undefined)
        throw new Error(
          `${urn} is ${known.id}: the local cloud has no import that replaces it by ${importId}`,
        );
      const old = isImported ? await this.#import(registration, importId) : known;
      const resource = await checkResource(this.#options.registry, registration, old, this.#options.region);
      // A replacement would have another id than the program asks for. The message is the real engine's.
      if (importId !== undefined && resource.action === 'replace')
        throw new Error('previously-imported resources that still specify an ID may not be replaced');
      action = resource.action;
      const state = await this.#apply(resource, registration, old);
      this.#state.set(urn, state);
      if (action !== 'same' || !(isImported || isAgain)) this.#record(registration, action);
      return { id: state.id, outputs: { ...resource.raw, ...state.computed } };
    } catch (error) {
      this.failures.push({ ...registration, action, error: error as Error });
      throw error;
    }
  }

  /** pkg/resource/deploy/step_generator.go, generateSteps: a resource that the state does not have by its URN, it may have by an alias. */
  #rename({ urn, aliases }: Registration): void {
    const old = [urn, ...aliases].map((one) => this.#state.get(one)).find((one) => one !== undefined);
    if (old === undefined || old.urn === urn) return;
    if (this.#seen.has(old.urn))
      throw new Error(`Duplicate resource alias '${old.urn}' applied to resource with URN '${urn}'`);
    this.#state.delete(old.urn);
    this.#state.set(urn, { ...old, urn });
  }

  /** Takes the resource into the state as it is. What differs from the program is then an update of this run. */
  async #import(registration: Registration, importId: string): Promise<ResourceState> {
    const { type, urn } = registration;
    const state = this.#stateOf(registration);
    const live = await this.#options.registry.handler(type).read(importId, contextOf(this.#options, state));
    if (live === undefined) throw new Error(`resource '${importId}' does not exist`);
    const imported = {
      ...{ ...state, importId, id: live.id ?? importId },
      inputs: (await describeAssets(live.inputs)) as ResourceState['inputs'],
      computed: live.computed as ResourceState['computed'],
      replacementTrigger: undefined,
    };
    this.#state.set(urn, imported);
    this.#record(registration, 'import');
    return imported;
  }

  /** A provider is configured, and has nothing in the cloud. Its config, which may have a token, is not in the state. */
  #provider(name: string, registration: Registration): Registered {
    this.#options.registry.configure(name, registration.inputs);
    return { id: name, ...this.#component(registration) };
  }

  #component(registration: Registration): Registered {
    const state = { ...this.#stateOf(registration), dependencies: [], protect: false };
    this.#state.set(state.urn, state);
    return { outputs: {} };
  }

  #stateOf(registration: Registration): ResourceState {
    const { urn, type, name, parent, provider, protect, retainOnDelete, inputs } = registration;
    const dependencies = [...registration.dependencies, ...(provider && [provider.replace(/::[^:]*$/, '')])];
    const region = regionOf(inputs, this.#options.region);
    return {
      ...{ urn, type, name, parent, dependencies, protect, retainOnDelete, region },
      ...{ id: undefined, inputs: {}, computed: {} },
      deleteTimeout: parseDuration(registration.timeouts.delete) ?? DEFAULT_TIMEOUT_MS,
      replacementTrigger: registration.replacementTrigger,
    };
  }

  /** Resolves to the resource's new state. */
  async #apply(
    { handler, raw, described: newInputs, action, deleteFirst }: CheckedResource,
    registration: Registration,
    old: ResourceState | undefined,
  ): Promise<ResourceState> {
    const { urn, timeouts, beforeCreate, beforeUpdate } = registration;
    const imported = action === 'replace' ? undefined : old?.importId;
    const base = this.#stateOf(registration);
    const state = { ...base, inputs: newInputs, ...(imported && { importId: imported }) };
    const contextFor = (timeout: string) => contextOf(this.#options, state, parseDuration(timeout));
    if (action === 'same' && old !== undefined) return { ...state, id: old.id, computed: old.computed };
    if (action === 'update' && old?.id !== undefined) {
      const { id, inputs: oldInputs } = old;
      await beforeUpdate({ id, newInputs, oldInputs, oldOutputs: { ...oldInputs, ...old.computed } });
      const computed = await this.#attempt(
        () => handler.update(id, raw as never, oldInputs as never, contextFor(timeouts.update)),
        { operation: 'update', id, newInputs, oldInputs },
        registration,
      );
      return { ...state, id, computed: computed as ResourceState['computed'] };
    }
    await beforeCreate();
    if (old !== undefined && deleteFirst) {
      await this.#delete(old);
      this.#state.delete(urn);
    }
    const { id, computed } = await this.#attempt(
      () => handler.create(raw as never, contextFor(timeouts.create)),
      { operation: 'create', id: '', newInputs },
      registration,
    );
    // Only now: where the new resource can't be created, the old one stays.
    if (old !== undefined && !deleteFirst) this.#keep(old);
    return { ...state, id, computed: computed as ResourceState['computed'] };
  }

  /** Throws the operation's error; where the run is stopped, CancelledError, and no hook hears of what the stop has ended. */
  async #attempt<Result>(
    operation: () => Promise<Result>,
    failure: Omit<OperationFailure, 'errors'>,
    { onError }: Registration,
  ): Promise<Result> {
    const { signal } = this.#options;
    if (signal.aborted) throw new CancelledError();
    try {
      return await operation();
    } catch (error) {
      if (signal.aborted) throw new CancelledError();
      await onError({ ...failure, errors: [(error as Error).message] });
      throw error;
    }
  }

  /** Deletes what was replaced and what the program no longer declares; dependents first. */
  async deleteRest(): Promise<void> {
    // After the programs: what they declared may no longer depend on what it did before.
    const visit = (urn: string) => {
      const state = this.#state.get(urn);
      if (state === undefined || this.#seen.has(urn)) return;
      this.#seen.add(urn);
      for (const needed of [state.parent, ...state.dependencies]) visit(needed);
    };
    for (const urn of this.#kept) visit(urn);
    const replaced = new Set(this.#replaced);
    // In one order: a resource that is no longer declared may be the last that uses a replaced one.
    for (const state of deletionOrder([...this.#undeclared(), ...replaced]))
      if (await this.#attemptDeletion(state))
        this.#state.delete(replaced.has(state) ? keptUrn(state) : state.urn);
  }

  #keep(state: ResourceState): void {
    const urn = keptUrn(state);
    this.#replaced.push(state);
    this.#seen.add(urn);
    this.#state.set(urn, { ...state, urn });
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

  /** A component has nothing in the cloud. `protect` goes first, as in pkg/resource/deploy/step.go, DeleteStep.Apply. */
  async #delete(state: ResourceState): Promise<void> {
    const { id, type, urn, inputs, protect, retainOnDelete = false, deleteTimeout } = state;
    if (protect) throw new Error(`${urn} is protected: remove \`protect\` before you delete it`);
    if (id === undefined || retainOnDelete) return;
    const handler = this.#options.registry.handler(type);
    await handler.delete(id, inputs as never, contextOf(this.#options, state, deleteTimeout));
  }

  /** After a failure, what was not registered may only have waited: then only whole components that are no longer declared are deleted. */
  #undeclared(): ResourceState[] {
    const absent = this.#state.values().filter(({ urn }) => !this.#seen.has(urn));
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

const keptUrn = ({ urn, id }: ResourceState): string => `${urn} ${id}`;

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `75m`, `1h30m` → milliseconds; undefined for an empty one. Throws for what Go would refuse. */
function parseDuration(text: string): number | undefined {
  if (text === '') return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.map(([whole]) => whole).join('') !== text)
    throw new Error(`"${text}" is not a valid duration, such as 90s, 75m or 1h30m`);
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0);
}

/** Dependents first, and children in front of their parents. */
function deletionOrder(doomed: readonly ResourceState[]): ResourceState[] {
  const byUrn = new Map(doomed.map((state) => [state.urn, state]));
  const ordered: ResourceState[] = [];
  const visited = new Set<string>();
  const visit = (state: ResourceState) => {
    if (visited.has(state.urn)) return;
    visited.add(state.urn);
    for (const urn of [...state.dependencies, state.parent]) {
      const needed = byUrn.get(urn);
      if (needed !== undefined) visit(needed);
    }
    ordered.push(state);
  };
  for (const state of doomed) visit(state);
  return ordered.reverse();
}
