// The members of bodies: those that the service takes and gives are those of the contract, no more and no fewer.
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { readApi, type Schema } from '../../infra/docs/site/openapi.ts';
import { contract } from '../../service/openapi.ts';
import { NEW_ORDER_MEMBERS } from '../../service/orders/record.ts';
import { NEW_PET_MEMBERS } from '../../service/pets/record.ts';
import { createWorld, openApp } from './harness.ts';

const { operations, schemas } = readApi(JSON.parse(contract));
const { NewPet = {}, Pet = {}, NewOrder = {}, Order = {} } = Object.fromEntries(schemas);
const membersOf = ({ properties = {} }: Schema) => Object.keys(properties);
const memberOf = ({ properties = {} }: Schema, name: string) => properties[name] ?? {};

/** What each create is sent and gives, and where its members are in the code. */
const CREATES = [
  { path: '/pets', sent: NewPet, given: Pet, members: NEW_PET_MEMBERS, file: 'service/pets/record.ts' },
  {
    ...{ path: '/store/orders', sent: NewOrder, given: Order },
    ...{ members: NEW_ORDER_MEMBERS, file: 'service/orders/record.ts' },
  },
];

test('each operation with a body is among those below', () => {
  const sending = operations.filter(({ body }) => body !== undefined);
  expect(sending.map(({ path }) => path)).toEqual(CREATES.map(({ path }) => path));
});

/** A value that the schema allows and that is not its default, so that it is noticed where the service drops it. */
function sample(schema: Schema & { readonly examples?: readonly unknown[] }): unknown {
  const { default: usual, enum: values = [], examples = [], minimum, maximum } = schema;
  const known = [...values, ...examples, maximum, minimum];
  const found = known.find((one) => one !== undefined && one !== usual);
  if (found === undefined) throw new Error(`give this member "examples": ${JSON.stringify(schema)}`);
  return found;
}

/** Strings that its `pattern` allows. */
function patternValues({ pattern, minLength = 0, maxLength = Infinity }: Schema): readonly string[] {
  if (pattern === undefined) return [];
  const hasLength = (value: string) => [...value].length >= minLength && [...value].length <= maxLength;
  const matching = fc.stringMatching(new RegExp(pattern, 'u')).filter(hasLength);
  return fc.sample(matching, { numRuns: 10, seed: 1 });
}

/** Those with a character too few or too many, or with another one at either end or everywhere, that the pattern refuses. */
function refusedByPattern(schema: Schema): readonly string[] {
  const changed = patternValues(schema).flatMap((value) => [
    ...[value.slice(1), `${value}x`, `x${value}`, `${value[0]}${value}`],
    ...[`x${value.slice(1)}`, `${value.slice(0, -1)}x`, ' '.repeat(value.length)],
  ]);
  return changed.filter((value) => !new RegExp(String(schema.pattern), 'u').test(value));
}

/** Values that the schema does not allow: of another type, half of a character, and just outside of each limit. */
function refusedValues(schema: Schema) {
  const { type, enum: values, minLength = 0, maxLength, minimum, maximum } = schema;
  return [
    {},
    ...(values === undefined ? [] : ['unheard of']),
    ...(type === 'string' ? ['\ud83d'] : []),
    ...refusedByPattern(schema),
    ...(minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(Number.isSafeInteger(minimum) ? [Number(minimum) - 1] : []),
    ...(Number.isSafeInteger(maximum) ? [Number(maximum) + 1] : []),
  ];
}

const fixture = await createWorld();
const { send: ask } = await openApp(fixture);
afterAll(fixture.stop);

describe.each(CREATES)('$path', ({ path, sent, given, members, file }) => {
  const { required = [] } = sent;
  const post = (body: object) => ask('POST', `/v1${path}`, JSON.stringify(body));

  /** The members, each with a value; an order's animal is one that can be ordered. */
  async function bodyWith(names: readonly string[]): Promise<object> {
    const body = Object.fromEntries(names.map((name) => [name, sample(memberOf(sent, name))]));
    if (!('petId' in body)) return body;
    const { id } = await fixture.store.create({ name: 'Rex', categoryId: 1n, status: 'available' });
    return { ...body, petId: Number(id) };
  }

  test.each(membersOf(sent))('takes %s up to its limits, and refuses it beyond', async (name) => {
    const schema = memberOf(sent, name);
    const body = await bodyWith([...new Set([...required, name])]);
    for (const value of refusedValues(schema)) {
      const reply = await post({ ...body, [name]: value });
      const hint = `the contract refuses ${JSON.stringify(value)}: check it in ${file}`;
      expect([reply.status, reply.text], hint).toEqual([400, expect.stringContaining(name)]);
    }
    const { maxLength, pattern = '' } = schema;
    const longest = maxLength === undefined ? [] : ['😀'.repeat(maxLength)];
    const fitting = longest.filter((value) => new RegExp(pattern, 'u').test(value));
    for (const value of [...fitting, ...patternValues(schema)]) {
      const { status, text } = await post({ ...body, [name]: value });
      expect([status, text], `the contract allows ${JSON.stringify(value)}`).toEqual([201, text]);
    }
  });

  test.each(required)('asks for %s', async (name) => {
    const reply = await post({ ...(await bodyWith(required)), [name]: undefined });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(`${name} is missing`)]);
  });

  test('has an example with every member', () => {
    const operation = operations.find(({ body, path: its }) => body && its === path);
    const example = Object.keys(operation?.body?.media.examples?.all?.value ?? {});
    expect(example.sort(), `left: "all" of ${path} in service/openapi.yaml`).toEqual(membersOf(sent).sort());
  });

  test('takes no other member', async () => {
    expect([...members].sort(), `left: ${file}, right: service/openapi.yaml`).toEqual(membersOf(sent).sort());
    const reply = await post({ ...(await bodyWith(required)), unheardOf: 1 });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('leave out \\"unheardOf\\"')]);
  });

  test('stores every member, and gives all of its own and no other', async () => {
    // It is on the first page of the list, in front of all those of the tests before.
    fixture.clock.now += 1;
    const body = await bodyWith(membersOf(sent));
    const reply = await post(body);
    expect(reply.status, `take and store what the contract has, first in ${file}: ${reply.text}`).toBe(201);
    const created = JSON.parse(reply.text) as { readonly id: unknown };
    const kept = `a member that is missing is lost where ${file} reads it, or in operations.ts or store.ts beside it`;
    expect(created, kept).toMatchObject(body);
    const hint = 'left: what the service gives, right: service/openapi.yaml';
    expect(Object.keys(created).sort(), hint).toEqual(membersOf(given).sort());
    // By its id: of two of the same millisecond, either may be the newer one.
    const page = JSON.parse((await ask('GET', `/v1${path}`)).text) as readonly (typeof created)[];
    const listed = page.find(({ id }) => id === created.id);
    expect(listed, kept).toEqual(created);
  });

  test.each(membersOf(sent))('may give every %s that it takes', (name) => {
    const limitsOf = ({ minLength, maxLength, enum: values }: Schema) => [minLength, maxLength, values];
    const [ofGiven, ofSent] = [given, sent].map((schema) => limitsOf(memberOf(schema, name)));
    expect(ofGiven, 'what is given, as what is sent: service/openapi.yaml').toEqual(ofSent);
  });
});
