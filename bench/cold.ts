// Cold starts: loading the bundle and a first call that reads DynamoDB, each in a fresh process, in turn.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toEvent } from '../test/service/event.ts';
import { type Bundle, type BundleName, buildBundles, PEERS } from './cold/bundles.ts';
import type { DynamoMessage } from './dynamo/process.ts';
import { withProcess } from './process.ts';
import { type BenchResult, type BenchRow, median, milliseconds } from './report.ts';

const RUNS = 24;
const LIMIT = 20;
interface Peer {
  readonly title: string;
  /** The largest ratio. */
  readonly goal: number;
  /** The reason why the goal is missed. */
  readonly missed?: string;
}

const MEASURE = join(import.meta.dirname, 'cold/measure.cjs');
const PEER_NAMES: Readonly<Record<(typeof PEERS)[number], Peer>> = {
  express: { title: 'Express + serverless-http + AWS SDK', goal: 0.5 },
  hono: { title: 'Hono + AWS SDK', goal: 0.7 },
  'raw-own': {
    title: 'raw handler + our own client',
    goal: 1.15,
    missed: 'Express itself takes the difference: bench/README.md has what was tried',
  },
};

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
    return { name: 'cold', rows: rows(new Map(measured.map((bundle) => [bundle.name, bundle]))) };
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
  const rounds: Times[][] = [];
  for (let round = 0; round <= RUNS; round++) {
    const times: Times[] = [];
    for (const { file } of bundles) times.push(await measure(file, callFile, environment));
    if (round > 0) rounds.push(times);
  }
  return bundles.map((bundle, index) => ({
    ...bundle,
    times: medians(rounds.map((r) => r[index] as Times)),
  }));
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

function rows(measured: ReadonlyMap<BundleName, Measured>): BenchRow[] {
  const ours = measured.get('ours') as Measured;
  return PEERS.map((name) => {
    const peer = measured.get(name) as Measured;
    const { title, goal, missed } = PEER_NAMES[name];
    const ratio = ours.times.all / peer.times.all;
    const met = ratio <= goal;
    return {
      what: `load and first call, against ${title}`,
      ours: milliseconds(ours.times.all),
      peer: milliseconds(peer.times.all),
      ratio,
      goal: `at most ${goal}`,
      met,
      note: `ours ${describe(ours)}; peer ${describe(peer)}${!met && missed ? `. ${missed}` : ''}`,
    };
  });
}

function describe({ times, bytes }: Measured): string {
  return `${milliseconds(times.load)} + ${milliseconds(times.call)}, ${Math.round(bytes / 1000)} KB`;
}
