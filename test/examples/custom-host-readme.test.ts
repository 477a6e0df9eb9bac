// The example's README: each block can be pasted as a whole, and says what it needs. test/engine/custom-host.slow.test.ts runs them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const EXAMPLE = join(import.meta.dirname, '../../examples/custom-host');
const readme = readFileSync(join(EXAMPLE, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/```sh\n(.*?)\n```/gs)].map(([, block = '']) => block.split('\n'));

/** It reads the terminal, where the lines below it would be its answer, or it does not end. */
const LAST = /^(pulumi (up|destroy|preview|new)\b(?!.*--yes)|.*\bnpm run local\b)/;

describe.each(blocks.map((block) => [block[0] ?? '', block] as const))('%s', (_, block) => {
  test('nothing is below a command that asks, or that stays', () => {
    expect(block.slice(0, -1).filter((line) => LAST.test(line))).toEqual([]);
  });

  test('each variable is set by a file that the block itself sources', () => {
    const used = block.some((line) => line.includes('PETSTORE_LOCAL_'));
    expect(used && !block.includes('source ../petstore/.local/pulumi.env')).toBe(false);
  });
});

test('the config keys that it sets are those that the program reads', () => {
  const set = [...readme.matchAll(/pulumi config set (?:--path )?(\w+)/g)].map(([, key]) => key);
  const program = readFileSync(join(EXAMPLE, 'index.ts'), 'utf8');
  const read = [...program.matchAll(/config\.\w+\('(\w+)'\)/g)].map(([, key]) => key);
  expect(read.length).toBeGreaterThan(2);
  expect([...new Set(set.filter((key) => key !== 'aws'))].sort()).toEqual(read.sort());
});
