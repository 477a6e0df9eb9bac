// The handlers of recorded types, and what other services read of their resources.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import type { CloudContext } from '../context.ts';
import { defineHandler, type Handler } from '../resources/handler.ts';
import type { Collection } from '../store.ts';
import { type Inputs, RECORDED, type RecordedType } from './types.ts';

interface StoredResource {
  readonly id: string;
  readonly region: string;
  readonly inputs: Inputs;
  readonly computed: object;
}

export type Recorded = ReturnType<typeof createRecorded>;

export function createRecorded(context: CloudContext) {
  const collection = (type: string) => context.store.collection<StoredResource>(`recorded/${type}`);
  return {
    handlers: Object.entries(RECORDED).map(([type, definition]) =>
      recordedHandler(type, definition, { accountId: context.accountId, stored: collection(type) }),
    ),
    /** Every resource of that type, for the services that read some of them. */
    resources: (type: string): readonly StoredResource[] => collection(type).values(),
    /** `key`: what an import names it by. */
    find: (type: string, region: string, key: string): StoredResource | undefined =>
      collection(type).get(`${region}/${key}`),
  };
}

const { resolve } = createRequire(import.meta.url);

/**
 * Inputs of which only the names are checked: another one is refused, and the lack of a required one. The names are those that the
 * constructor of the provider's SDK sends, and the required ones those that it asks for; a test has the ones of every type.
 */
function namesOf(type: string, required: readonly string[]): z.ZodType<Inputs> {
  const [, module = ''] = type.split(':');
  const constructorText = readFileSync(resolve(`@pulumi/aws/${module}.js`), 'utf8');
  const matches = (pattern: RegExp) => [...constructorText.matchAll(pattern)].map(([, name = '']) => name);
  const names = matches(/resourceInputs\["(\w+)"\] = args\?/g).map((name) => [name, z.unknown().optional()]);
  const needed = [...matches(/Missing required property '(\w+)'/g), ...required];
  return z.strictObject(Object.fromEntries([...names, ...needed.map((name) => [name, PRESENT])]));
}

const PRESENT = z.unknown().refine((value) => value !== undefined, { error: 'is required' });

function recordedHandler(
  type: string,
  { replaceOn, autoname, required = [], ...definition }: RecordedType,
  { accountId, stored }: { readonly accountId: string; readonly stored: Collection<StoredResource> },
): Handler {
  const keyOf = (id: string, known: Inputs | undefined, region: string) =>
    `${region}/${(known && definition.key?.(known)) ?? id}`;
  const put = (id: string, given: Inputs, region: string) => {
    const computed = definition.computed?.(id, given, { region, accountId }) ?? {};
    stored.set(keyOf(id, given, region), { id, region, inputs: given, computed });
    return computed;
  };
  let schema: z.ZodType<Inputs> | undefined;
  return defineHandler<Inputs, object>({
    ...{ type, replaceOn, ...(autoname !== undefined && { autoname }) },
    get inputs() {
      schema ??= namesOf(type, required);
      return schema;
    },
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
