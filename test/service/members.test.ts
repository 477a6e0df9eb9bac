// The members of bodies: those that the service takes and gives are those of the contract, no more and no fewer.
import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../service/openapi.ts';
import { NEW_ORDER_MEMBERS } from '../../service/orders/record.ts';
import { NEW_PET_MEMBERS } from '../../service/pets/record.ts';
import { asker, createWorld, type Door, type Fixture, openApp } from './harness.ts';
import { asObject, type Json, resolved, schemaOf } from './released/compare.ts';

const document = asObject(resolved(JSON.parse(contract) as Json));
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const operations = Object.values(asObject(document.paths)).flatMap((item) =>
  METHODS.map((method) => asObject(item)[method])
    .filter((operation) => operation !== undefined)
    .map(asObject),
);
const idOf = (operation: Json) => String(operation.operationId);

const requestOf = (operation: Json) => schemaOf(operation.requestBody);
/** Of one record: a list has the schema of what it lists. */
function responseOf(operation: Json): Json {
  const [, success] =
    Object.entries(asObject(operation.responses)).find(([status]) => /^2/.test(status)) ?? [];
  const schema = schemaOf(success);
  return schema.type === 'array' ? asObject(schema.items) : schema;
}
const membersOf = (schema: Json) => Object.keys(asObject(schema.properties));
const withBody = operations.filter((operation) => membersOf(requestOf(operation)).length > 0);

/** A value that the schema allows and that is not its default, so that it is noticed where the service drops it. */
function sample(member: string, given: unknown): unknown {
  const { type, default: usual, enum: values = [], examples = [], minimum, maximum } = asObject(given);
  const known = [...(values as unknown[]), ...(examples as unknown[]), maximum, minimum];
  const found = known.find((one) => one !== undefined && one !== usual);
  if (found !== undefined) return found;
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'string') return 'x'.repeat(Number(asObject(given).minLength ?? 1));
  throw new Error(`there is no value for ${member}: give it "examples" in service/openapi.yaml`);
}

/** Values that the schema does not allow: of another type, and just outside of each limit. */
function refusedValues(given: unknown): readonly Json[string][] {
  const { enum: values, minLength = 0, maxLength, minimum, maximum } = asObject(given);
  const beside = (limit: unknown, step: 1 | -1) =>
    Number.isSafeInteger(limit) ? [Number(limit) + step] : [];
  return [
    {},
    ...(values === undefined ? [] : ['unheard of']),
    ...(Number(minLength) > 0 ? ['x'.repeat(Number(minLength) - 1)] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(Number(maxLength) + 1)]),
    ...beside(minimum, -1),
    ...beside(maximum, 1),
  ];
}

/** Where each operation with a body is posted, and where its members are in the code. */
const TAKEN: Readonly<Record<string, { path: string; file: string; members: ReadonlySet<string> }>> = {
  createPet: { path: '/v1/pets', file: 'service/pets/record.ts', members: NEW_PET_MEMBERS },
  createOrder: { path: '/v1/store/orders', file: 'service/orders/record.ts', members: NEW_ORDER_MEMBERS },
};
function takenBy(operation: Json) {
  const taken = TAKEN[idOf(operation)];
  if (taken === undefined) throw new Error(`${idOf(operation)} has a body: add it to TAKEN in this test`);
  return taken;
}

let fixture: Fixture;
let service: Door;
beforeAll(async () => {
  fixture = await createWorld();
  service = await openApp(fixture);
  return fixture.stop;
});
const ask = (method: string, path: string, body?: Json) =>
  asker(service, fixture)(method, path, body === undefined ? undefined : JSON.stringify(body));

/** The members, each with a value; an order's animal is one that can be ordered. */
async function bodyWith(operation: Json, members: readonly string[]): Promise<Json> {
  const properties = asObject(requestOf(operation).properties);
  const values = Object.fromEntries(members.map((member) => [member, sample(member, properties[member])]));
  if (idOf(operation) !== 'createOrder') return values;
  const { id } = await fixture.store.create({ name: 'Rex', categoryId: 1n, status: 'available' });
  return { ...values, petId: Number(id) };
}

describe.each(withBody.map((operation) => [idOf(operation), operation] as const))('%s', (_id, operation) => {
  const schema = requestOf(operation);
  const required = (schema.required ?? []) as readonly string[];

  test.each(membersOf(schema))('takes %s up to its limits, and refuses it beyond', async (member) => {
    const given = asObject(asObject(schema.properties)[member]);
    const body = await bodyWith(operation, [...new Set([...required, member])]);
    const ofMember = (value: Json[string]) =>
      ask('POST', takenBy(operation).path, { ...body, [member]: value });
    for (const value of refusedValues(given)) {
      const reply = await ofMember(value);
      const hint = `the contract refuses ${JSON.stringify(value)}: check it in ${takenBy(operation).file}`;
      expect([reply.status, reply.text], hint).toEqual([400, expect.stringContaining(member)]);
    }
    if (given.maxLength !== undefined)
      expect((await ofMember('x'.repeat(Number(given.maxLength)))).status, 'the longest').toBe(201);
  });

  test.each(required)('asks for %s', async (member) => {
    const body = await bodyWith(operation, required);
    const reply = await ask('POST', takenBy(operation).path, { ...body, [member]: undefined });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(`${member} is missing`)]);
  });

  test('takes no other member', async () => {
    const { file, members } = takenBy(operation);
    expect([...members].sort(), `left: ${file}, right: service/openapi.yaml`).toEqual(
      membersOf(schema).sort(),
    );
    const body = await bodyWith(operation, required);
    const reply = await ask('POST', takenBy(operation).path, { ...body, unheardOf: 1 });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('leave out \\"unheardOf\\"')]);
  });

  test('stores every member, and gives all of its own and no other', async () => {
    const { path, file } = takenBy(operation);
    const body = await bodyWith(operation, membersOf(schema));
    const reply = await ask('POST', path, body);
    expect(
      reply.status,
      `${reply.text}\nthe contract has what is named: take and store it, first in ${file}`,
    ).toBe(201);
    const given = membersOf(responseOf(operation));
    const sent = Object.entries(body).filter(([member]) => given.includes(member));
    const created = JSON.parse(reply.text) as Json;
    expect(created).toMatchObject(Object.fromEntries(sent));
    const hint = 'left: what the service gives, right: service/openapi.yaml';
    expect(Object.keys(created).sort(), hint).toEqual(given.sort());
    // By its id: of two of the same millisecond, either may be the newer one.
    const page = JSON.parse((await ask('GET', `${path}?limit=100`)).text) as readonly Json[];
    expect(page.find(({ id }) => id === created.id)).toEqual(created);
  });
});

test('a response may have every value that a request may', () => {
  const { NewPet, Pet, NewOrder, Order } = asObject(asObject(document.components).schemas);
  for (const [sent, given, limits] of [
    [NewPet, Pet, ['minLength', 'maxLength']],
    [NewOrder, Order, ['minimum', 'maximum']],
  ] as const) {
    for (const member of membersOf(asObject(sent)).filter((one) => one !== 'petId')) {
      const [before, after] = [sent, given].map((one) =>
        asObject(asObject(asObject(one).properties)[member]),
      );
      for (const limit of limits) expect(after?.[limit], `${member}: ${limit}`).toBe(before?.[limit]);
    }
  }
});
