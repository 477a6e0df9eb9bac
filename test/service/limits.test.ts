// Each limit of the contract is the service's own: at the limit a request is accepted, one above it is refused, and the
// message names the contract's number.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../service/openapi.ts';
import { asker, createWorld, type Door, type Fixture, openApp } from './harness.ts';

interface Limits {
  readonly minimum: number;
  readonly maximum: number;
  readonly minLength: number;
  readonly maxLength: number;
}
interface Parameter {
  readonly name: string;
  readonly schema: Limits & { readonly default: number };
}

const document = JSON.parse(contract) as {
  readonly info: { readonly description: string };
  readonly paths: { readonly '/pets': { readonly get: { readonly parameters: readonly Parameter[] } } };
  readonly components: {
    readonly schemas: Readonly<Record<'NewPet' | 'Pet', { readonly properties: { readonly name: Limits } }>> &
      Readonly<Record<'NewOrder' | 'Order', { readonly properties: { readonly quantity: Limits } }>>;
  };
};
const page = document.paths['/pets'].get.parameters.find(({ name }) => name === 'limit')?.schema;
if (page === undefined) throw new Error('the contract has no parameter limit');
const { NewPet, Pet, NewOrder, Order } = document.components.schemas;
const { maxLength } = NewPet.properties.name;
const body = Number(/at most (\d+) KB/.exec(document.info.description)?.[1]) * 1024;

let fixture: Fixture;
let door: Door;
beforeAll(async () => {
  fixture = await createWorld();
  door = await openApp(fixture);
});
afterAll(async () => {
  await door.close();
  await fixture.stop();
});

const list = (limit: number) => asker(door, fixture)('GET', `/v1/pets?limit=${limit}`);
const create = (text: string) => asker(door, fixture)('POST', '/v1/pets', text);
const named = (length: number) => JSON.stringify({ name: '🐕'.repeat(length), categoryId: 1 });

/** What a failure says: where the service has its own limit. */
function differs(constant: string, file: string): string {
  const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  if (!text.includes(`const ${constant} =`)) throw new Error(`${file} has no ${constant}: correct this test`);
  return `the limits of service/openapi.yaml and of the service differ: that is ${constant} in ${file}`;
}
const PAGE = differs('MAX_LIMIT', 'service/list/page.ts');
const PAGE_DEFAULT = differs('DEFAULT_LIMIT', 'service/list/page.ts');
const BODY = differs('MAX_BODY', 'service/http/body.ts');

describe('a page', () => {
  test('has as many animals as the contract allows, and no more', async () => {
    expect((await list(page.minimum)).status, PAGE).toBe(200);
    expect((await list(page.maximum)).status, PAGE).toBe(200);
    for (const limit of [page.minimum - 1, page.maximum + 1]) {
      const { status, text } = await list(limit);
      expect(status, PAGE).toBe(400);
      expect(text, PAGE).toContain(`from ${page.minimum} to ${page.maximum}`);
    }
  });

  test('has the documented number by default', async () => {
    for (let count = 0; count < page.default + 1; count += 1) {
      await fixture.store.create({ name: 'Rex', categoryId: 1n, status: 'available' });
    }
    const { text } = await asker(door, fixture)('GET', '/v1/pets');
    expect(JSON.parse(text), PAGE_DEFAULT).toHaveLength(page.default);
  });
});

test('a response may have every name and quantity that a request may', () => {
  const hint = 'in service/openapi.yaml a limit of a request is that of the response too';
  const { minLength } = NewPet.properties.name;
  expect(Pet.properties.name, hint).toMatchObject({ minLength, maxLength });
  const { minimum, maximum } = NewOrder.properties.quantity;
  expect(Order.properties.quantity, hint).toMatchObject({ minimum, maximum });
});

test('a body has as many bytes as the contract says', async () => {
  const bytes = (size: number) => named(1).padEnd(size - Buffer.byteLength(named(1)) + named(1).length, ' ');
  expect(Buffer.byteLength(bytes(body))).toBe(body);
  expect((await create(bytes(body))).status, BODY).toBe(201);
  const { status, text } = await create(bytes(body + 1));
  expect(status, BODY).toBe(413);
  expect(text, BODY).toContain(String(body));
});
