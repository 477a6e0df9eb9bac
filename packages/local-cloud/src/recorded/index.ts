// The resource types that the local cloud records: their inputs are checked for names, stored and returned, so that
// previews, refreshes and deletions are honest. A type is served, in a folder of its own, where a client, a browser or a
// deployment depends on its behaviour.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler, ServiceHandlers } from '../resources/handler.ts';
import type { Collection } from '../store.ts';
import { ACCESS } from './access.ts';
import { MONITORING } from './monitoring.ts';
import type { Inputs, RecordedType, RecordedTypes } from './recorded-type.ts';
import { RELEASES_AND_BACKUPS } from './releases-and-backups.ts';

export const RECORDED: RecordedTypes = { ...ACCESS, ...MONITORING, ...RELEASES_AND_BACKUPS };

export interface StoredResource {
  readonly id: string;
  readonly region: string;
  readonly inputs: Inputs;
  readonly computed: object;
}

export interface Recorded extends ServiceHandlers {
  /** Every resource of that type, for the services that read some of them. */
  resources(type: string): readonly StoredResource[];
  /** `key`: what an import names it by. */
  find(type: string, region: string, key: string): StoredResource | undefined;
}

export function createRecorded(context: CloudContext): Recorded {
  const collection = (type: string) => context.store.collection<StoredResource>(`recorded/${type}`);
  return {
    handlers: Object.entries(RECORDED).map(([type, definition]) =>
      recordedHandler(type, definition, { accountId: context.accountId, stored: collection(type) }),
    ),
    invokes: [],
    resources: (type) => collection(type).values(),
    find: (type, region, key) => collection(type).get(`${region}/${key}`),
  };
}

function recordedHandler(
  type: string,
  { inputs, replaceOn, autoname, ...definition }: RecordedType,
  { accountId, stored }: { readonly accountId: string; readonly stored: Collection<StoredResource> },
): Handler {
  const keyOf = (id: string, known: Inputs | undefined, region: string) =>
    `${region}/${(known && definition.key?.(known)) ?? id}`;
  const put = (id: string, given: Inputs, region: string) => {
    const computed = definition.computed?.(id, given, { region, accountId }) ?? {};
    stored.set(keyOf(id, given, region), { id, region, inputs: given, computed });
    return computed;
  };
  return defineHandler<Inputs, object>({
    ...{ type, inputs, replaceOn, ...(autoname !== undefined && { autoname }) },
    async create(given, { region }) {
      const id = definition.id(given, { region, accountId });
      return { id, computed: put(id, given, region) };
    },
    // By its id where it was renamed since: an id does not change with the name.
    read: async (id, { region }, known) =>
      stored.get(keyOf(id, known, region)) ??
      stored.values().find((one) => one.region === region && one.id === id),
    async update(id, given, old, { region }) {
      stored.delete(keyOf(id, old, region));
      return put(id, given, region);
    },
    delete: async (id, old, { region }) => void stored.delete(keyOf(id, old, region)),
  });
}
