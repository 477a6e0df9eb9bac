// The generated files are those of the contract, and what they rest on holds: int64 is known by a member's name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { generate } from '../generate/generate.ts';

const ROOT = join(import.meta.dirname, '../../..');
const contract = parse(readFileSync(join(ROOT, 'service/openapi.yaml'), 'utf8'));

test('src/generated/ is what `npm run generate -w packages/client` writes', async () => {
  for (const [name, text] of Object.entries(await generate(contract)))
    expect(readFileSync(join(import.meta.dirname, '../src/generated', name), 'utf8'), name).toBe(text);
});

function withMembers(...all: object[]) {
  const schemas = all.map((properties, index) => [`Schema${index}`, { type: 'object', properties }]);
  const info = { title: 'test', version: '1' };
  return { openapi: '3.1.0', info, paths: {}, components: { schemas: Object.fromEntries(schemas) } };
}
const INT64 = { type: 'integer', format: 'int64' };

test('an int64 becomes a bigint, another integer a number, and a name that is both is refused', async () => {
  const files = await generate(withMembers({ big: INT64, size: { type: 'integer' } }));
  expect(files['contract.ts']).toMatch(/big\?: bigint;[^}]*size\?: number;/);
  expect(files['int64.ts']).toContain('new Set(["big"])');
  const ambiguous = withMembers({ size: INT64 }, { size: { type: ['integer', 'null'] } });
  await expect(generate(ambiguous)).rejects.toThrow('The member size is int64 in one schema');
  const text = withMembers({ size: INT64 }, { size: { type: 'string' } });
  expect((await generate(text))['int64.ts']).toContain('["size"]');
});
