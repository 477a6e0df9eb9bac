// Stacks of 10 to 1,000 hosts, half of them redirects, on a local cloud: deployed, again, and with one host more.
import { findPulumi } from '../cli/local/engine-environment.ts';
import { runProcess } from './process.ts';
import { against, alone, type BenchResult, type BenchRow, milliseconds } from './report.ts';
import type { EngineMessage } from './scale/engine-process.ts';
import type { ScaleMessage } from './scale/process.ts';

const SIZES = [10, 100, 500, 1_000] as const;
/** The file backend writes the whole state after each step: more would take hours. */
const ENGINE_SIZES = [10, 100] as const;
/** With 10 hosts, the stack's other resources weigh too much. */
const GOALS = { perHostMs: 40, perHostOfTenMs: 120, linear: 1.1, preview: 0.7, up: 0.9 };

type Sized = ScaleMessage & { readonly hosts: number };

export async function run(): Promise<BenchResult> {
  const all: Sized[] = [];
  for (const hosts of SIZES)
    all.push({ hosts, ...(await runProcess<ScaleMessage>('./scale/process.ts', [String(hosts)])) });
  const engine: BenchRow[] = [];
  for (const hosts of findPulumi() === undefined ? [] : ENGINE_SIZES)
    engine.push(...engineRows(hosts, await runProcess('./scale/engine-process.ts', [String(hosts)])));
  return { name: 'scale', rows: [...all.map(ownRow), ...linearRows(all), ...engine] };
}

const perHostMs = ({ first, hosts }: Sized) => (first.seconds * 1_000) / hosts;
const name = (hosts: number) => `${hosts.toLocaleString('en')} hosts`;

function ownRow(one: Sized): BenchRow {
  const { hosts, first, again, oneMore, queries, megabytes } = one;
  const each = (value: number) => (value / hosts).toFixed(1);
  const steps = `again ${again.seconds.toFixed(1)} s, one host more ${oneMore.seconds.toFixed(1)} s and ${oneMore.requests} requests`;
  const note = `a host: ${each(first.requests)} requests, ${each(queries)} queries; ${megabytes.toFixed(0)} MB; ${steps}`;
  const goal = hosts < 100 ? GOALS.perHostOfTenMs : GOALS.perHostMs;
  return alone(`${name(hosts)}: deploying, per host`, perHostMs(one), goal, milliseconds, note);
}

function linearRows(all: readonly Sized[]): BenchRow[] {
  const [hundred] = all.filter(({ hosts }) => hosts === 100).map(perHostMs);
  return all
    .filter(({ hosts }) => hosts > 100)
    .map((one) => {
      const what = `${name(one.hosts)}: deploying, per host, against 100`;
      return against(what, [perHostMs(one), hundred ?? Number.NaN], GOALS.linear, milliseconds);
    });
}

function engineRows(hosts: number, figures: EngineMessage): BenchRow[] {
  const { resources, preview, up, barePreview, bareUp, oneMorePreview, oneMoreUp } = figures;
  const what = `${name(hosts)}, Pulumi CLI`;
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const more = (value: number) => `${resources} resources; with one host more ${seconds(value)}`;
  return [
    against(`${what}: preview`, [preview, barePreview], GOALS.preview, seconds, more(oneMorePreview)),
    against(`${what}: up`, [up, bareUp], GOALS.up, seconds, more(oneMoreUp)),
  ];
}
