// A run with `--engine`, with a script in place of the Pulumi CLI: its deployments, and those of another shell.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CancelledError } from '@petstore/local-cloud/engine/deployment';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { checkpointFile } from '../../../cli/local/checkpoint.ts';
import type { LocalOutputs } from '../../../cli/local/ready.ts';
import { SessionRun } from './session-run.ts';
import { until } from './support.ts';

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

test('the outputs cannot be read: what the engine said, line by line', async () => {
  const failing = `cat >&2 <<END\nerror: no state\n\n  at a.json\nEND\nexit 1`;
  writeFileSync(join(bin, 'pulumi'), `#!/bin/sh\n${failing}\n`);
  expect(await run.after(() => writeFileSync(state, '{"checkpoint":{} }'), /a\.json/)).toBe(
    '  ✗ pulumi stack output --json: error: no state\n\n    at a.json',
  );
});

test('the engine destroys in place of deploying, and fails: what was served before is served still', async () => {
  const { hosts } = run.ready;
  pulumi({}, 'exit 255');
  expect(await run.after(save, /see above/)).toMatchInlineSnapshot(`
    "  ~ Pulumi.local.yaml changed
      ✗ the engine could not deploy everything: see above"
  `);
  expect([Object.keys(hosts).length > 0, run.ready.hosts]).toEqual([true, hosts]);
});

describe('it is stopped', () => {
  const up = `touch '${bin}/up'; exec sleep 20`;
  const underWay = () => existsSync(join(bin, 'up'));
  beforeEach(() => rmSync(join(bin, 'up'), { force: true }));

  test('while a change is deployed: that the next run goes on, and no more', async () => {
    pulumi(outputs, up);
    save();
    await until(underWay);
    run.abort();
    expect(await run.until(/interrupted/)).toMatchInlineSnapshot(`
      "  ~ Pulumi.local.yaml changed
        – stack      interrupted: what is done is kept, and the next npm run local continues from there"
    `);
    expect(run.ready.deployment.isRunning).toBe(true);
    await run.close();
  });

  test('while it starts: the same', async () => {
    pulumi(outputs, up);
    const start = run.start({ engine: true });
    const ended = expect(start).rejects.toBeInstanceOf(CancelledError);
    await until(underWay);
    run.abort();
    await ended;
    expect(run.printed().split('\n').slice(4)).toMatchInlineSnapshot(`
      [
        "  – stack      interrupted: what is done is kept, and the next npm run local continues from there",
      ]
    `);
    await run.close();
  });
});

describe('a start', () => {
  afterEach(() => run.close());

  test.each([
    ['fails', 'exit 255', 'the engine could not deploy everything: see above'],
    ['leaves no stack', 'exit 0', 'the stack could not be deployed'],
  ])('that %s serves nothing', async (_, up, message) => {
    pulumi({}, up);
    await expect(run.start({ engine: true })).rejects.toThrow(message);
    run.printed();
  });

  test('after which the API does not respond is not ready', async () => {
    rmSync(join(run.folder, 'ready.json'));
    pulumi({ ...outputs, baseUrl: outputs.baseUrl.replace('api.', 'nobody.') });
    await expect(run.start({ engine: true })).rejects.toThrow(/unrecognized name/);
    expect(existsSync(join(run.folder, 'ready.json'))).toBe(false);
    run.printed();
  });

  test('in which the engine fails for some hosts, and the others are served', async () => {
    pulumi(outputs, 'exit 255');
    const printed = await run.start({ engine: true });
    expect(printed.split('\n').slice(4, 7)).toMatchInlineSnapshot(`
      [
        "  ✓ stack      deployed by the engine in TIME s",
        "  ✗ the engine could not deploy everything: see above",
        "",
      ]
    `);
    expect(run.ready.hosts).toHaveProperty(['api.petstore.localhost']);
  });
});
