// Warm calls in one process: blocks of calls of each variant in turn; every call is timed.
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type RequestLine, toEvent } from '../../test/service/event.ts';
import { median, percentile } from '../report.ts';
import { key, type Operation, VARIANTS, type Variant, type VariantName } from './variants.ts';

interface WarmFigures {
  readonly p50: number;
  readonly p99: number;
}

/** Microseconds per call. */
export type WarmMessage = Readonly<Record<Operation, Readonly<Record<VariantName, WarmFigures>>>>;

const ROUNDS = 60;
const CALLS = 200;
/** Uncounted rounds, for the compiler. */
const WARM_UP = 20;

const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: '*/*' };
const REQUESTS: Readonly<Record<Operation, RequestLine>> = {
  listPets: { method: 'GET', target: '/v1/pets?limit=20&status=available', headers },
  createPet: { method: 'POST', target: '/v1/pets', headers, body: '{"name":"Rex","categoryId":7}' },
  getPet: { method: 'GET', target: '/v1/pets/1000', headers },
};

const names = Object.keys(VARIANTS) as VariantName[];

async function measure(operation: Operation): Promise<Record<VariantName, WarmFigures>> {
  const event = toEvent(REQUESTS[operation]);
  const rounds = new Map<VariantName, WarmFigures[]>(names.map((name) => [name, []]));
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    // Each variant is first equally often: a garbage collection delays whichever follows the garbage.
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const figures = await block(VARIANTS[name], event, operation);
      if (round >= WARM_UP) rounds.get(name)?.push(figures);
    }
  }
  const medians = [...rounds].map(([name, each]) => [name, middle(each)]);
  return Object.fromEntries(medians) as Record<VariantName, WarmFigures>;
}

async function block(variant: Variant, event: APIGatewayProxyEventV2, operation: Operation) {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now();
    const { statusCode } = await variant(event, operation);
    times.push((performance.now() - start) * 1_000);
    if (statusCode !== (operation.startsWith('create') ? 201 : 200))
      throw new Error(`${operation}: ${statusCode}`);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** The median of the rounds' percentiles: a round that the machine disturbed does not count. */
function middle(rounds: readonly WarmFigures[]): WarmFigures {
  const of = (part: keyof WarmFigures) => median(rounds.map((each) => each[part]));
  return { p50: of('p50'), p99: of('p99') };
}

const figures: Partial<Record<Operation, Record<VariantName, WarmFigures>>> = {};
for (const operation of Object.keys(REQUESTS) as Operation[]) figures[operation] = await measure(operation);
process.send?.(figures);
