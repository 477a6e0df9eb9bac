// A stack that has no file in the folder: what is said, and which one is suggested.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assertStack, stackAdvice } from '../../cli/known-stack.ts';

function project(...stacks: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-stacks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const stack of stacks) writeFileSync(join(folder, `Pulumi.${stack}.yaml`), '');
  return folder;
}

test.each([
  ['prod', 'did you mean --stack production? '],
  ['PROD', 'did you mean --stack production? '],
  ['stagign', 'did you mean --stack staging? '],
  ['loc', 'did you mean --stack local? '],
  ['pr', ''],
  ['tion', ''],
  ['review', ''],
])('%s', (stack, meant) => {
  expect(stackAdvice(stack, ['local', 'production', 'staging'])).toBe(
    `${meant}stacks here: local, production, staging`,
  );
});

test('of two stacks that begin alike, none is suggested', () => {
  expect(stackAdvice('prod', ['production-eu', 'production-us'])).toBe(
    'stacks here: production-eu, production-us',
  );
});

test('what is said of a stack, of an empty name, of a folder without stacks, and of none', () => {
  const folder = project('staging');
  expect(() => assertStack('staging', folder)).not.toThrow();
  expect(() => assertStack('stagin', folder)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `There is no stack "stagin": ${folder} has no Pulumi.stagin.yaml.\n  did you mean --stack staging? stacks here: staging`,
    }),
  );
  expect(() => assertStack('', folder)).toThrow('--stack is empty.\n  stacks here: staging');
  expect(() => assertStack('staging', project())).toThrow("\n  run it in the project's folder");
  const missing = join(folder, 'none');
  expect(() => assertStack('staging', missing)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `There is no folder ${missing}.\n  run it in the project's folder, or name that with --dir`,
    }),
  );
});
