// Resources of which a service keeps the inputs, and what it computed of them: the lifecycle that most types share.
import { isDeepStrictEqual } from 'node:util';
import type { Collection } from '../store.ts';
import { defineHandler, type Handler } from './handler.ts';

export interface Stored<Inputs, Computed = object> {
  readonly id: string;
  readonly region: string;
  readonly inputs: Inputs;
  readonly computed: Computed;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

interface Change<Inputs, Computed> extends Pick<Stored<Inputs>, 'id' | 'region' | 'inputs'> {
  readonly isNew: boolean;
  /** What is under its key: of an update the resource as it was, of a creation one with the same name. */
  readonly before: Stored<Inputs, Computed> | undefined;
}

type Described = 'type' | 'inputs' | 'replaceOn' | 'autoname' | 'planned';

interface StoredType<Inputs extends object, Computed extends object>
  extends Pick<Handler<Inputs, Computed>, Described> {
  readonly stored: Collection<Stored<Inputs, Computed>>;
  readonly newId: (inputs: Inputs, region: string) => string;
  /** Where its id is unique only in its region, or its parent. On an import, `inputs` are absent, and `id` is what names it. */
  readonly key?: (id: string, inputs: Inputs | undefined, region: string) => string;
  /** Returns what the service computes. Throws its refusals. */
  readonly accept: (change: Change<Inputs, Computed>) => Computed;
  readonly changed?: (resource: Stored<Inputs, Computed>) => void;
  /** Throws the service's refusal to delete it, and ends what depends on it. */
  readonly removing?: (resource: Stored<Inputs, Computed>, declared: Inputs) => Promise<void> | void;
}

export function storedHandler<Inputs extends object, Computed extends object>(
  definition: StoredType<Inputs, Computed>,
): Handler {
  const { stored, newId, key = (id) => id, accept, changed, removing, ...described } = definition;
  const put = (change: Change<Inputs, Computed>, formerKey?: string) => {
    const { id, region, inputs } = change;
    const resource = { id, region, inputs, computed: accept(change), changedAt: Date.now() };
    if (formerKey !== undefined) stored.delete(formerKey);
    stored.set(key(id, inputs, region), resource);
    changed?.(resource);
    return resource.computed;
  };
  return defineHandler<Inputs, Computed>({
    ...described,
    async create(inputs, { region }) {
      const id = newId(inputs, region);
      const before = stored.get(key(id, inputs, region));
      return { id, computed: put({ id, region, inputs, isNew: true, before }) };
    },
    // By its id where its key has changed since, or where an import lacks a part of it.
    async read(id, { region }, known) {
      const isSame = ({ inputs }: Stored<Inputs>) =>
        known === undefined ||
        described.replaceOn.every((input) =>
          isDeepStrictEqual(inputs[input as keyof Inputs], known[input as keyof Inputs]),
        );
      const isIt = (one: Stored<Inputs>) => one.id === id && one.region === region && isSame(one);
      return stored.get(key(id, known, region)) ?? stored.values().find(isIt);
    },
    async update(id, inputs, old, { region }) {
      const formerKey = key(id, old, region);
      return put({ id, region, inputs, isNew: false, before: stored.get(formerKey) }, formerKey);
    },
    async delete(id, old, { region }) {
      const resource = stored.get(key(id, old, region));
      if (resource === undefined) return;
      await removing?.(resource, old);
      stored.delete(key(id, old, region));
    },
  });
}
