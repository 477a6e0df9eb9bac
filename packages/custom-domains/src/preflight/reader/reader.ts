// The DNS reader: asks the resolver, or one authoritative server, and never the same thing twice in a run.
import { randomBytes } from 'node:crypto';
import { getServers } from 'node:dns';
import { canonical } from '../../names/dns-name.ts';
import type { Answer } from './answer.ts';
import { failed } from './answer.ts';
import { AnswerCache } from './cache.ts';
import type { Exchange, ExchangeSettings } from './exchange.ts';
import { exchange } from './exchange.ts';
import { createLimiter } from './limit.ts';
import type { Question } from './message.ts';
import { dnsPort, formatServer, parseServer, reaches, type Server } from './server.ts';
import { createUdp } from './udp.ts';

export interface ReaderOptions {
  /** `ADDR`, `ADDR:PORT` or `[V6]:PORT`; the system's resolvers when left out. */
  readonly resolver?: string;
  /** The port of the zones' own servers: 53, but for a DNS on the loopback. */
  readonly authorityPort?: number;
  /** For closed networks: the zones' own servers are never asked. */
  readonly resolverOnly?: boolean;
  /** For one packet. */
  readonly timeoutMs?: number;
  /** Packets sent to one server for one question. */
  readonly tries?: number;
  /** Questions under way at once. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
}

/** Answers never throw: what went wrong is an answer of kind `failed`. */
export interface Reader {
  /** For people: the resolvers asked. */
  readonly resolver: string;
  readonly resolverOnly: boolean;
  /** A label that no zone has, the same for the whole run so that what it is asked for is kept. */
  readonly probeLabel: string;
  /** What the world sees: the resolver's answer. */
  resolve(name: string, type: string, options?: { readonly checkingDisabled?: boolean }): Promise<Answer>;
  /** What the server at that address has, without recursion. */
  query(address: string, name: string, type: string): Promise<Answer>;
  /** Whether this machine can send there at all (IPv6). */
  reaches(address: string): boolean;
  readonly statistics: Readonly<{ questions: number; packets: number }>;
}

const CACHE_BYTES = 64 * 1024 * 1024;
/** After so many questions given up, a server that never said a word is not asked again in this run. */
const FAILURE_THRESHOLD = 2;

export class ResolverError extends Error {}

export function createReader(options: ReaderOptions = {}): Reader {
  const { authorityPort = dnsPort, resolverOnly = false, timeoutMs = 2000, tries = 3 } = options;
  const resolvers = chooseResolvers(options.resolver);
  const limiter = createLimiter(options.concurrency ?? 200);
  const cache = new AnswerCache<Answer>(CACHE_BYTES);
  const circuitBreaker = createCircuitBreaker();
  const statistics = { questions: 0, packets: 0 };
  const sent = (): void => {
    statistics.packets++;
  };
  const settings: ExchangeSettings = {
    timeoutMs,
    tries,
    queryUdp: createUdp(),
    signal: options.signal,
    sent,
  };

  const query = (server: Server, question: Question): Promise<Answer> => {
    const where = formatServer(server);
    const { name, type, checkingDisabled } = question;
    return cache.get(`${where} ${name} ${type} ${checkingDisabled}`, async () => {
      statistics.questions++;
      const result = await limiter(() => circuitBreaker(where, () => exchange(server, question, settings)));
      return { value: result.answer, size: result.size };
    });
  };

  return {
    resolver: resolvers.map(formatServer).join(', '),
    resolverOnly,
    probeLabel: `petstore-probe-${randomBytes(6).toString('hex')}`,
    statistics,
    reaches,
    query: (address, name, type) =>
      query({ address, port: authorityPort }, question(name, type, { recursion: false })),
    resolve: (name, type, { checkingDisabled = false } = {}) =>
      firstThatAnswers(resolvers, (server) =>
        query(server, question(name, type, { recursion: true, checkingDisabled })),
      ),
  };
}

function chooseResolvers(given: string | undefined): Server[] {
  const texts = given === undefined ? getServers() : [given];
  const servers = texts.map((text) => parseServer(text)).filter((server) => server !== undefined);
  if (given !== undefined && servers.length === 0) {
    throw new ResolverError(
      `"${given}" is no address of a resolver: give ADDR or ADDR:PORT, [V6]:PORT for IPv6`,
    );
  }
  if (servers.length === 0) throw new ResolverError('this machine has no resolver: give one with --resolver');
  return servers;
}

function question(
  name: string,
  type: string,
  flags: { recursion: boolean; checkingDisabled?: boolean },
): Question {
  return { name: canonical(name), type, checkingDisabled: false, ...flags };
}

/** The system's resolvers in turn, until one says something; each is bounded, and so is their number. */
async function firstThatAnswers(
  servers: readonly Server[],
  query: (server: Server) => Promise<Answer>,
): Promise<Answer> {
  let last: Answer = failed('no-server', 'no resolver to ask');
  for (const server of servers) {
    last = await query(server);
    if (last.kind === 'referral') {
      last = failed('refused', `${formatServer(server)} is no resolver: it only points to other servers`);
    }
    if (last.kind !== 'failed' || last.reason === 'servfail') return last;
  }
  return last;
}

/** Gives up at once on a server that has been silent for several questions, so that a dead one costs seconds, not hours. */
function createCircuitBreaker(): (server: string, query: () => Promise<Exchange>) => Promise<Exchange> {
  const given = new Map<string, { misses: number; last: Exchange | undefined }>();
  return async (server, send) => {
    const state = given.get(server) ?? { misses: 0, last: undefined };
    given.set(server, state);
    if (state.misses >= FAILURE_THRESHOLD && state.last !== undefined) return state.last;
    const result = await send();
    if (result.responded) state.misses = Number.NEGATIVE_INFINITY;
    else if (result.answer.kind === 'failed' && result.answer.reason !== 'cancelled') {
      state.misses++;
      state.last = result;
    }
    return result;
  };
}
