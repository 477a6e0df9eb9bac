// The handlers of recorded types, and what other services read of their resources.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import type { CloudContext } from '../context.ts';
import type { Handler } from '../resources/handler.ts';
import { type Stored, storedHandler } from '../resources/stored.ts';
import type { Collection } from '../store.ts';
import { type Inputs, RECORDED, type RecordedType } from './types.ts';

export type Recorded = ReturnType<typeof createRecorded>;

export function createRecorded(context: CloudContext) {
  const collection = (type: string) => context.store.collection<Stored<Inputs>>(`recorded/${type}`);
  return {
    handlers: Object.entries(RECORDED).map(([type, definition]) =>
      recordedHandler(type, definition, { accountId: context.accountId, stored: collection(type) }),
    ),
    /** Every resource of that type, for the services that read some of them. */
    resources: (type: string): readonly Stored<Inputs>[] => collection(type).values(),
    find: (type: string, region: string, key: string): Stored<Inputs> | undefined =>
      collection(type).get(`${region}/${key}`),
  };
}

const { resolve } = createRequire(import.meta.url);

/** Names are those that the constructor of the provider's SDK sends, required ones those that it asks for. */
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
  { replaceOn, autoname, required = [], key, id: idOf, computed }: RecordedType,
  { accountId, stored }: { readonly accountId: string; readonly stored: Collection<Stored<Inputs>> },
): Handler {
  let names: z.ZodType<Inputs> | undefined;
  const handler = storedHandler<Inputs, object>({
    ...{ type, replaceOn, inputs: z.never(), ...(autoname !== undefined && { autoname }), stored },
    newId: (inputs, region) => idOf(inputs, { region, accountId }),
    key: (id, inputs, region) => `${region}/${(inputs && key?.(inputs)) ?? id}`,
    accept: ({ id, inputs, region }) => computed?.(id, inputs, { region, accountId }) ?? {},
  });
  return {
    ...handler,
    get inputs() {
      names ??= namesOf(type, required);
      return names as z.ZodType<never>;
    },
  };
}
