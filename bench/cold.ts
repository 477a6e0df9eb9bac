// Cold starts: loading the bundle and a first call that reads DynamoDB, each in a fresh process, in turn. Bundles are all by the same
// esbuild: ours as it is deployed, and the peers'.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { buildFunction, bundleOptions } from '../service/build.ts';
import { toEnvironment } from '../service/tables.ts';
import { toEvent } from '../test/service/event.ts';
import { createWorld } from '../test/service/harness.ts';
import { against, type BenchRow, middle, milliseconds } from './report.ts';

const RUNS = 24;
const LIMIT = 20;
const MEASURE = join(import.meta.dirname, 'cold/measure.cjs');

/** By the entry in cold/: what each is called, and the largest ratio of ours to it. */
const PEERS = {
  express: ['Express + serverless-http + AWS SDK', 0.5],
  hono: ['Hono + AWS SDK', 0.7],
  'raw-own': ['raw handler + our own client', 1.15],
} as const;

interface Times {
  readonly load: number;
  readonly call: number;
  readonly all: number;
}

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cold-'));
  const world = await createWorld();
  try {
    for (let number = 1; number <= 60; number++) {
      const categoryId = BigInt(number % 7);
      await world.store.create({ name: `Animal ${number}`, categoryId, status: 'available' });
    }
    const headers = { authorization: `Bearer ${world.key}` };
    const event = toEvent({ method: 'GET', target: `/v1/pets?limit=${LIMIT}`, headers });
    const callFile = join(folder, 'call.json');
    writeFileSync(callFile, JSON.stringify({ event, expected: LIMIT }));
    const env = {
      ...toEnvironment(world.settings),
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_DYNAMODB: world.endpoint,
    };
    const measured = await measureAll(await buildBundles(folder), async (file) => {
      const options = { env, timeout: 20_000 };
      const { stdout } = await promisify(execFile)(process.execPath, [MEASURE, file, callFile], options);
      return JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as Times;
    });
    return rowsOf(measured);
  } finally {
    await world.stop();
    rmSync(folder, { recursive: true });
  }
}

type Bundle = Awaited<ReturnType<typeof buildBundles>>[number];

/** The first one is ours. */
async function buildBundles(folder: string) {
  const codes = new Map([['ours', (await buildFunction()).code]]);
  for (const name of Object.keys(PEERS)) {
    const entryPoints = [join(import.meta.dirname, `cold/${name}.ts`)];
    const { outputFiles = [] } = await build({ ...bundleOptions(), entryPoints });
    codes.set(name, outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '');
  }
  return [...codes].map(([name, code]) => {
    const file = join(folder, `${name}.js`);
    writeFileSync(file, code);
    return { file, bytes: Buffer.byteLength(code), times: [] as Times[] };
  });
}

/** In turn, so that other load of the machine affects all of them; the first round only fills the disk's cache. */
async function measureAll(bundles: readonly Bundle[], measure: (file: string) => Promise<Times>) {
  for (let round = 0; round <= RUNS; round++)
    for (const { file, times } of bundles) {
      const measured = await measure(file);
      if (round > 0) times.push(measured);
    }
  return bundles.map(({ bytes, times }) => {
    const [load, call] = [middle(times, (one) => one.load), middle(times, (one) => one.call)];
    const note = `${milliseconds(load)} + ${milliseconds(call)}, ${Math.round(bytes / 1000)} KB`;
    return { all: middle(times, (one) => one.all), note };
  });
}

function rowsOf([ours, ...peers]: Awaited<ReturnType<typeof measureAll>>): BenchRow[] {
  return Object.values(PEERS).map(([title, most], index) => {
    // One of each was built.
    const [own, peer] = [ours, peers[index]] as [Peer, Peer];
    const note = `ours ${own.note}; peer ${peer.note}`;
    return against(`load and first call, against ${title}`, [own.all, peer.all], most, milliseconds, note);
  });
}

type Peer = Awaited<ReturnType<typeof measureAll>>[number];
