// A run with `--engine`, with a script in place of the Pulumi CLI: its deployments, and those of another shell.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { checkpointFile } from '../../../cli/local/checkpoint.ts';
import type { LocalOutputs } from '../../../cli/local/ready.ts';
import { SessionRun } from './session-run.ts';

const run = new SessionRun();
const bin = mkdtempSync(join(tmpdir(), 'petstore-bin-'));
const state = checkpointFile(run.folder);
let outputs: LocalOutputs;

/** What `pulumi stack output` prints from now on; `up`: how `pulumi up` ends. */
function pulumi(stack: object, up = 'exit 0'): void {
  writeFileSync(join(bin, 'outputs.json'), JSON.stringify(stack));
  const cases = `'stack output') cat '${bin}/outputs.json';;\n'up --yes') ${up};;`;
  writeFileSync(join(bin, 'pulumi'), `#!/bin/sh\ncase "$1 $2" in\n${cases}\nesac\n`, { mode: 0o755 });
}

/** Another run, which changes the state. */
const deployElsewhere = (stack: object) => () => {
  pulumi(stack);
  writeFileSync(state, '{"checkpoint":{}}');
};
const save = () => run.edit('stackFile', 'config:', '# saved\nconfig:');

let started: string;
beforeAll(async () => {
  // What the built-in engine has deployed is served as if the script had.
  await run.start();
  await run.close();
  outputs = run.read<LocalOutputs>('outputs.json');
  mkdirSync(join(state, '..'), { recursive: true });
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`);
  pulumi({ ...outputs, hosts: { ...outputs.hosts, 'b.localhost': { blocked: [] } } });
  started = await run.start({ engine: true });
}, 60_000);
beforeEach(() => pulumi(outputs));
afterAll(async () => {
  vi.unstubAllEnvs();
  await run.remove();
  rmSync(bin, { recursive: true });
});

test('the start: what the engine has deployed, and the hosts that it left out', () => {
  expect(started.split('\n').slice(4, 6)).toEqual([
    '  ✓ stack      deployed by the engine in TIME s',
    '  ✗ b.localhost  left out; on the local cloud, such records are set in ROOT/internet.zone',
  ]);
});

test('a change is deployed by the engine, which prints it itself', async () => {
  expect(await run.after(save, /changed/)).toBe('  ~ Pulumi.local.yaml changed');
});

test('the engine fails: that it did, and the hosts that it left out', async () => {
  pulumi({ ...outputs, hosts: { 'c.localhost': { blocked: [] } } }, 'exit 255');
  expect(await run.after(save, /left out/)).toMatchInlineSnapshot(`
    "  ~ Pulumi.local.yaml changed
      ✗ the engine could not deploy everything: see above
      ✗ c.localhost  left out; on the local cloud, such records are set in ROOT/internet.zone"
  `);
});

test('another run holds the lock: its process, until it ends', async () => {
  const other = spawn('sleep', ['30']);
  onTestFinished(() => void other.kill());
  const locks = join(run.folder, 'pulumi/.pulumi/locks/organization/petstore/local');
  mkdirSync(locks, { recursive: true });
  const held = { pid: other.pid, timestamp: new Date().toISOString() };
  writeFileSync(join(locks, 'a.json'), JSON.stringify(held));
  save();
  expect((await run.until(/waiting/)).split('\n')).toEqual([
    '  ~ Pulumi.local.yaml changed',
    `  … another run of the engine (process ${other.pid}) holds the stack's lock: waiting until it ends`,
  ]);
  expect(await run.after(() => other.kill(), /^/)).toBe('');
});

test('another shell deploys: the new addresses, and the files for other programs', async () => {
  const docsUrl = `${outputs.docsUrl}/moved`;
  expect(await run.after(deployElsewhere({ ...outputs, docsUrl }), /Docs/)).toMatchInlineSnapshot(`
    "  ~ the stack was changed by another run of the engine
        Docs      https://petstore.localhost:PORT/moved"
  `);
  expect(run.ready.docsUrl).toBe(docsUrl);
});

test('another shell deploys what a wrong stack file declares: what is wrong, and the next one is followed', async () => {
  run.edit('stackFile', 'plan: pro', 'plan: gold');
  await run.until(/1 problem/);
  expect(
    await run.after(deployElsewhere({ ...outputs, docsUrl: 'https://x' }), /1 problem/),
  ).toMatchInlineSnapshot(`
    "  ✗ Pulumi.local.yaml has 1 problem; nothing was changed.

        9:3  petstore:plan  "gold" is not allowed
                            write one of free, pro, enterprise"
  `);
  run.edit('stackFile', 'plan: gold', 'plan: pro');
  await run.until(/Docs/);
});

test('another shell destroys the stack: how it comes back, and a saved file deploys it again', async () => {
  expect(await run.after(deployElsewhere({}), /destroyed/)).toMatchInlineSnapshot(
    `"  - the stack was destroyed: pulumi up deploys it again"`,
  );
  expect(run.ready.hosts).toEqual({});
  pulumi(outputs);
  await run.after(save, /changed/);
  expect(Object.keys(run.ready.hosts)).toEqual(Object.keys(outputs.hosts));
});
