// Pulumi's entry under a Node that cannot run the program: one line that says which is needed, not a syntax error.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { asNode } from '../run-process.ts';

it.each(['infra/main.js', 'examples/bootstrap/main.js'])(
  '%s names in one line the Node that is needed and how to get it',
  (entry) => {
    const options = { encoding: 'utf8', timeout: 20_000 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [...asNode('20.20.2'), entry], options);
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `petstore needs Node 24 or later, and this is 20.20.2: run it by npx, as in "npx -c 'pulumi up'", which uses the project's own\n`,
    });
  },
);
