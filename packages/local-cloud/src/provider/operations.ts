// The provider protocol's operations on one resource, over the same handlers as the in-process engine.
import { diffInputs } from '../engine/diff.ts';
import type { OperationContext } from '../resources/handler.ts';
import { checkInputs, type Registry } from '../resources/registry.ts';
import { isUnknown, type Properties, unknown, withoutStoredAssets } from './values.ts';

/** How the engine names a resource. */
export interface ResourceRef {
  readonly type: string;
  readonly name: string;
}

export interface DiffResult {
  readonly changed: boolean;
  readonly paths: readonly string[];
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

export interface PropertyChange {
  readonly state: Properties;
  readonly oldInputs: Properties;
  readonly news: Properties;
  /** What differs between the inputs, as `diff` returns it: a preview asks for it. */
  readonly paths: () => readonly string[];
}

export type ContextOf = (properties: Properties, timeoutSeconds: number) => OperationContext;

/** The operations that the engine calls at a provider; every method throws what the service refuses. */
export class Operations {
  readonly #registry: Registry;
  readonly #context: ContextOf;

  constructor(registry: Registry, context: ContextOf) {
    this.#registry = registry;
    this.#context = context;
  }

  /** Configures the provider of that package; the engine does so for each explicit provider too. */
  configure(packageName: string, config: Properties): void {
    this.#registry.configure(packageName, config);
  }

  check({ type, name }: ResourceRef, olds: Properties | undefined, news: Properties, seed?: Uint8Array) {
    return checkInputs(this.#registry.handler(type), name, news, olds, isUnknown, seed);
  }

  /** Compares inputs in which each asset is represented by its hash. */
  diff({ type, name }: ResourceRef, oldInputs: Properties, news: Properties): DiffResult {
    const diff = diffInputs(this.#registry.handler(type), name, {
      ...{ old: oldInputs, news, region: this.#context({}, 0).region },
    });
    const paths = diff.kind === 'same' ? [] : diff.paths;
    return {
      changed: diff.kind !== 'same',
      paths,
      replaces: diff.kind === 'replace' ? paths : [],
      deleteBeforeReplace: diff.kind === 'replace' && diff.deleteFirst,
    };
  }

  /** A preview creates nothing: what the service would compute is unknown. */
  async create({ type }: ResourceRef, inputs: Properties, timeoutSeconds: number, preview: boolean) {
    const handler = this.#registry.handler(type);
    if (preview)
      return { id: '', properties: withComputed(inputs, handler.computedWithin ?? [], () => unknown) };
    const { id, computed } = await handler.create(inputs as never, this.#context(inputs, timeoutSeconds));
    return { id, properties: { ...inputs, ...computed } };
  }

  /** Undefined: the resource no longer exists. `known`: the inputs as last deployed, empty on an import. */
  async read({ type }: ResourceRef, id: string, known: Properties) {
    const last = Object.keys(known).length === 0 ? undefined : known;
    const live = await this.#registry
      .handler(type)
      .read(id, this.#context(known, 0), last && (withoutStoredAssets(last) as never));
    if (live === undefined) return undefined;
    const inputs = live.inputs as Properties;
    return { id: live.id ?? id, inputs, properties: { ...inputs, ...(live.computed as object) } };
  }

  async update(
    { type }: ResourceRef,
    id: string,
    change: PropertyChange,
    timeoutSeconds: number,
    preview: boolean,
  ): Promise<Properties> {
    const { state, oldInputs, news, paths } = change;
    const handler = this.#registry.handler(type);
    if (preview) {
      const unknowns = handler.unknownOnUpdate?.(paths(), news as never) ?? [];
      const planned = { ...state, ...news, ...Object.fromEntries(unknowns.map((name) => [name, unknown])) };
      // A plan keeps what is computed inside of an input (terraform-plugin-sdk, helper/schema: a computed attribute).
      return withComputed(planned, handler.computedWithin ?? [], (path) => at(state, path));
    }
    const context = this.#context(news, timeoutSeconds);
    const computed = await handler.update(id, news as never, oldInputs as never, context);
    return { ...news, ...(computed as object) };
  }

  async delete({ type }: ResourceRef, id: string, state: Properties, timeoutSeconds: number): Promise<void> {
    await this.#registry.handler(type).delete(id, state as never, this.#context(state, timeoutSeconds));
  }

  async invoke(token: string, inputs: Properties): Promise<object> {
    const invoke = this.#registry.invoke(token);
    return invoke.call(invoke.inputs.parse(inputs), this.#context(inputs, 0));
  }
}

/** With values at the dotted paths, where their parents are known. */
function withComputed(
  inputs: Properties,
  paths: readonly string[],
  valueAt: (path: string) => unknown,
): Properties {
  const properties = copyOf(inputs);
  for (const path of paths) {
    const [last = '', ...parents] = path.split('.').reverse();
    const parent = at(properties, parents.reverse().join('.')) as Properties | undefined;
    if (parent !== undefined && !isUnknown(parent)) parent[last] = valueAt(path);
  }
  return properties;
}

function at(properties: Properties, path: string): unknown {
  const keys = path === '' ? [] : path.split('.');
  return keys.reduce<unknown>((value, key) => (value as Properties | undefined)?.[key], properties);
}

/** Copies plain objects and shares everything else: assets and unknown values cannot be cloned. */
function copyOf(inputs: Properties): Properties {
  const isPlain = (value: unknown): value is Properties =>
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  const entries = Object.entries(inputs).map(([key, value]) => [key, isPlain(value) ? copyOf(value) : value]);
  return Object.fromEntries(entries);
}
