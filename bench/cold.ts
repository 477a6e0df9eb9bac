// Cold starts: loading the bundle and a first call that reads DynamoDB, each in a fresh process, in turn. Bundles are all by the same
// esbuild: ours as it is deployed, and the peers'.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { buildFunction, bundleOptions } from '../service/build.ts';
import { toEvent } from '../test/service/event.ts';
import type { DynamoMessage } from './dynamo/process.ts';
import { withProcess } from './process.ts';
import { against, type BenchResult, type BenchRow, median, milliseconds } from './report.ts';

const RUNS = 24;
const LIMIT = 20;
const MEASURE = join(import.meta.dirname, 'cold/measure.cjs');

interface Times {
  readonly load: number;
  readonly call: number;
  readonly all: number;
}

type Measured = Bundle & { readonly times: Times };

export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cold-'));
  try {
    const bundles = await buildBundles(folder);
    const measured = await withProcess<DynamoMessage, Measured[]>('./dynamo/process.ts', [], (dynamo) =>
      measureAll(folder, bundles, dynamo),
    );
    return { name: 'cold', rows: rows(measured) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In turn, so that other load of the machine affects all of them; the first round only fills the disk's cache. */
async function measureAll(
  folder: string,
  bundles: readonly Bundle[],
  { environment, key }: DynamoMessage,
): Promise<Measured[]> {
  const callFile = join(folder, 'call.json');
  const headers = { authorization: `Bearer ${key}` };
  const event = toEvent({ method: 'GET', target: `/v1/pets?limit=${LIMIT}`, headers });
  writeFileSync(callFile, JSON.stringify({ event, expected: LIMIT }));
  const times = new Map(bundles.map((bundle): [Bundle, Times[]] => [bundle, []]));
  for (let round = 0; round <= RUNS; round++)
    for (const [{ file }, all] of times) all.push(await measure(file, callFile, environment));
  return [...times].map(([bundle, [, ...all]]) => ({ ...bundle, times: medians(all) }));
}

async function measure(file: string, callFile: string, environment: DynamoMessage['environment']) {
  const env = { PATH: process.env.PATH, ...environment };
  const options = { env, timeout: 20_000 };
  const { stdout } = await promisify(execFile)(process.execPath, [MEASURE, file, callFile], options);
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as Times;
}

function medians(times: readonly Times[]): Times {
  const of = (part: keyof Times) => median(times.map((each) => each[part]));
  return { load: of('load'), call: of('call'), all: of('all') };
}

function rows([ours, ...peers]: readonly Measured[]): BenchRow[] {
  return peers.map((peer) => {
    const times = [ours?.times.all ?? Number.NaN, peer.times.all] as const;
    const note = `ours ${describe(ours as Measured)}; peer ${describe(peer)}`;
    return against(`load and first call, against ${peer.title}`, times, peer.most, milliseconds, note);
  });
}

function describe({ times, bytes }: Measured): string {
  return `${milliseconds(times.load)} + ${milliseconds(times.call)}, ${Math.round(bytes / 1000)} KB`;
}

/** What each is called, and the largest ratio of ours to it. */
const PEERS = {
  express: ['Express + serverless-http + AWS SDK', 0.5],
  hono: ['Hono + AWS SDK', 0.7],
  'raw-own': ['raw handler + our own client', 1.15],
} as const;

interface Bundle {
  readonly title: string;
  readonly most: number;
  readonly file: string;
  readonly bytes: number;
}

/** Builds all bundles in that folder; the first one is ours. */
async function buildBundles(folder: string): Promise<Bundle[]> {
  const written = (name: string, code: string, [title, most]: readonly [string, number]): Bundle => {
    const file = join(folder, `${name}.js`);
    writeFileSync(file, code);
    return { title, most, file, bytes: Buffer.byteLength(code) };
  };
  const bundles = [written('ours', (await buildFunction()).code, ['ours', 1])];
  for (const [name, peer] of Object.entries(PEERS)) bundles.push(written(name, await buildPeer(name), peer));
  return bundles;
}

async function buildPeer(name: string): Promise<string> {
  const entry = join(import.meta.dirname, `cold/${name}.ts`);
  const { outputFiles = [] } = await build({ ...bundleOptions(), entryPoints: [entry] });
  return outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
}
