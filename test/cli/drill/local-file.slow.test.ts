// A Pulumi.local.yaml that cannot be deployed: each drill fails with its problems, and without a stack.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeArguments } from '../../npm-script.ts';
import { copyProject, removeProject } from '../local/support.ts';

test('its problems', { timeout: 60_000 }, () => {
  const folder = copyProject();
  onTestFinished(() => removeProject(folder));
  const file = join(folder, 'Pulumi.local.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('config:\n', 'config:\n  petstore:nonsense: 1\n'));
  const env = { ...process.env, NO_COLOR: '1', TMPDIR: folder };
  const args = [...nodeArguments('drill', folder), 'zone', 'stack'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'zone\nstack\n' });
  const [zone, stack] = stderr.split(/^(?= {2}✗)/m);
  expect(stack).toBe(zone);
  expect(zone?.replace(/known here: .*/, 'known here: …')).toMatchInlineSnapshot(`
    "  ✗ Pulumi.local.yaml has 1 problem.

      5:3  petstore:nonsense  is not a setting
                              known here: …
    "
  `);
});
