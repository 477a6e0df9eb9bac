// Pulumi's entry under a Node that cannot run the program: one line that says which is needed, not a syntax error.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it.each(['infra/main.js', 'examples/bootstrap/main.js'])(
  '%s names in one line the Node that is needed and how to get it',
  (entry) => {
    const pretend = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" })';
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, entry],
      { encoding: 'utf8', timeout: 20_000 },
    );
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `petstore needs Node 24 or later, and this is 20.20.2: run "npx -c 'pulumi up'", which uses the project's own\n`,
    });
  },
);
