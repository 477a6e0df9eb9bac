// `npm run local -- --fresh` that is refused has deleted nothing. As a process, in a copy of the project.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyProject, removeProject, startLocal } from './support.ts';

test('a problem of the stack file: the data of earlier runs is there, as is said', async () => {
  const folder = copyProject();
  onTestFinished(() => removeProject(folder));
  const file = join(folder, 'Pulumi.local.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('eu-west-1', 'eu-central-9'));
  mkdirSync(join(folder, '.local'));
  writeFileSync(join(folder, '.local/stack.json'), '{}');
  await expect(startLocal(folder, ['--fresh'])).rejects.toThrow(
    /1 problem; nothing was changed.*did you mean "eu-central-1"/s,
  );
  expect(readFileSync(join(folder, '.local/stack.json'), 'utf8')).toBe('{}');
});
