// The DNS reader: queries the resolver, or one authoritative server, and never sends the same query twice in a run.
import { randomBytes } from 'node:crypto';
import { getServers } from 'node:dns';
import { setMaxListeners } from 'node:events';
import type { LookUp } from '../../dnssec/chain.ts';
import type { Message } from '../../dnssec/message.ts';
import { IANA_ROOT_ANCHORS } from '../../dnssec/root-keys.ts';
import { createValidator, type Validator } from '../../dnssec/validator.ts';
import { canonical } from '../../names/dns-name.ts';
import { type Answer, type Failed, type FailureReason, failed, type Resolved } from './answer.ts';
import { createAnswerCache, Slots } from './bounds.ts';
import { whyNotGlobal } from './global-address.ts';
import type { Question } from './message.ts';
import { checkOptions, type ReaderOptions, shownValue } from './options.ts';
import {
  addressPolicyFor,
  DNS_PORT,
  formatServer,
  isLoopback,
  parseServer,
  reaches,
  type Server,
} from './server.ts';
import { type Exchange, exchange } from './transport.ts';

export type { ReaderOptions } from './options.ts';

/** Never rejects: a query that failed is an answer of kind `failed`. */
export interface Reader {
  readonly resolver: string;
  readonly resolverOnly: boolean;
  /** A label that no zone has, the same for the whole run so that its answers are cached. */
  readonly probeLabel: string;
  /** The resolver's answer, without its own validation (CD, RFC 4035 3.2.2). */
  resolve(name: string, type: string): Promise<Resolved>;
  readonly validator: Validator;
  /** False where it has no keys of the root. */
  readonly validates: boolean;
  /** Why nothing is sent to an address that foreign DNS names, as a clause; undefined where it may be queried. */
  refuses(address: string): string | undefined;
  /** The answer of the server at that address, without recursion; a failure where the address is refused. */
  query(address: string, name: string, type: string, mixedCase?: boolean): Promise<Answer>;
  /** Whether this machine can send there at all (IPv6). */
  reaches(address: string): boolean;
  /** What several hosts need, worked out once a run, by a reader that the time of no host bounds. `late`: what a host has instead when its
   * own time is over. */
  once<T>(key: string, work: (run: Reader) => Promise<T>, late: (failure: Failed) => T): Promise<T>;
  readonly statistics: Readonly<{ questions: number; packets: number }>;
}

const QUERIES_AT_ONCE = 500;
/** More at once are lost in the receive buffer that Linux gives a socket by default: 208 KB, for 277 small packets. */
const QUERIES_AT_ONCE_TO_A_SERVER = 150;
/** Those of 900 hosts, of which 150 are in progress. One host's zone has 300 at most: 13 servers, and 22 types of up to 64 KB. */
const CACHED_ANSWERS = 10_000;
/** Responses with signatures are kept for a short time: each is validated once, soon after it has come. */
const CACHED_SIGNED = 1_500;
/** Zones, each of which has servers to keep. One that is worked out again is from the answers. */
const CACHED_RESULTS = 1_000;
/** After so many queries without any packet in return, a server is not queried again in this run. */
const FAILURE_THRESHOLD = 2;

export class ResolverError extends Error {
  override readonly name = 'ResolverError';
  readonly code: 'bad-resolver' | 'no-resolver';

  constructor(code: ResolverError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws ReaderOptionError for an option that is wrong, ResolverError where there is no resolver. */
export function createReader(options: ReaderOptions = {}): Reader {
  checkOptions(options);
  const resolvers = chooseResolvers(options.resolver);
  const [given] = options.resolver === undefined ? [] : resolvers;
  const {
    addresses = addressPolicyFor(given),
    // Servers on this machine are of a DNS of its own, such as a test's or the local cloud's, where all listen at one port.
    authorityPort = given !== undefined && isLoopback(given.address) ? given.port : DNS_PORT,
    trustAnchors = authorityPort === DNS_PORT ? IANA_ROOT_ANCHORS : [],
    resolverOnly = false,
    timeoutMs = 2000,
    tries = 3,
    signal,
  } = options;
  // Each query in progress listens to it; Node 20 warns of more than ten.
  if (signal !== undefined) setMaxListeners(0, signal);
  const refuses = (address: string) => (addresses === 'any' ? undefined : whyNotGlobal(address));
  const slots = new Slots(QUERIES_AT_ONCE);
  const resolverPeers = resolvers.map((server) => new Peer(server));
  const peers = new Map(resolverPeers.map((peer) => [formatServer(peer.server), peer]));
  const cached = createAnswerCache<Answer>(CACHED_ANSWERS);
  const cachedSigned = createAnswerCache<Message | string>(CACHED_SIGNED);
  const workedOut = createAnswerCache<unknown>(CACHED_RESULTS);
  const statistics = { questions: 0, packets: 0 };
  const limits = { timeoutMs, tries, signal, sent: () => void statistics.packets++ };

  const authorityAt = (address: string): Peer => {
    const server = { address, port: authorityPort };
    const name = formatServer(server);
    const peer = peers.get(name) ?? new Peer(server);
    peers.set(name, peer);
    return peer;
  };
  const send = async (to: Peer, question: Question): Promise<Exchange> => {
    statistics.questions++;
    const turn = to.slots.take();
    if (turn) await turn;
    const place = slots.take();
    if (place) await place;
    try {
      return to.silence ?? to.note(await exchange(to.server, question, limits));
    } finally {
      slots.give();
      to.slots.give();
    }
  };
  /** Queries the system's resolvers in turn until one responds; each is bounded, and so is their number, which is at least one. SERVFAIL is
   * a response: the data may not validate, and no other resolver is to overrule that. */
  const ask = async ([peer, ...others]: readonly Peer[], question: Question): Promise<Exchange> => {
    const result = await send(peer as Peer, question);
    const isAnswered = result.answer.kind !== 'failed' || result.answer.reason === 'servfail';
    return isAnswered || others.length === 0 ? result : ask(others, question);
  };
  /** The response with signatures and without validation (DO and CD, RFC 4035 3.2). `address`: of a server that `query` has queried. */
  const lookUp: LookUp = (name, type, address) =>
    cachedSigned(`${name} ${type} ${address}`, async () => {
      const to = address === undefined ? resolverPeers : [authorityAt(address)];
      const question = { name, type, recursion: address === undefined, dnssecOk: true };
      const { answer, message } = await ask(to, question);
      return answer.kind === 'failed' ? answer.detail : (message as Message);
    });

  const resolve = (text: string, type: string) => {
    const name = canonical(text);
    return cached(`${name} ${type}`, async () => {
      const { answer } = await ask(resolverPeers, { name, type, recursion: true });
      return withAliases(answer, name, type, resolve);
    }) as Promise<Resolved>;
  };

  return {
    validator: createValidator(lookUp, trustAnchors),
    validates: trustAnchors.length > 0,
    resolver: resolvers.map(formatServer).join(', '),
    resolverOnly,
    probeLabel: `preflight-probe-${randomBytes(6).toString('hex')}`,
    statistics,
    refuses,
    // A refused address is for `query` to report, the same on every machine.
    reaches: (address) => refuses(address) !== undefined || reaches(address),
    resolve,
    once<T>(key: string, work: (run: Reader) => Promise<T>) {
      return workedOut(key, () => work(this)) as Promise<T>;
    },
    query(address, text, type, mixedCase) {
      const name = canonical(text);
      return cached(`${address} ${name} ${type}${mixedCase ? ' mixed' : ''}`, async () => {
        const why = refuses(address);
        if (why !== undefined) return failed('not-global', `${address} is not queried: ${why}`);
        const { answer } = await send(authorityAt(address), { name, type, recursion: false, mixedCase });
        return withAliases(answer, name, type, (at, of) => this.query(address, at, of));
      });
    },
  };
}

function chooseResolvers(given: string | undefined): Server[] {
  const texts = given === undefined ? getServers() : [given];
  const servers = texts.map((text) => parseServer(text)).filter((server) => server !== undefined);
  if (servers.length > 0) return servers;
  if (given === undefined) {
    const message = 'this machine has no resolver: give the address of one as the option resolver';
    throw new ResolverError('no-resolver', message);
  }
  const message = `the option resolver must be ADDR, ADDR:PORT or [V6]:PORT, not ${shownValue(given)}`;
  throw new ResolverError('bad-resolver', message);
}

/** How a resolver responds for the end of a CNAME that it cannot reach, and BIND for one in its own zones. */
const BROKEN: readonly FailureReason[] = ['servfail', 'cname-loop'];
/** What resolvers follow: Unbound 11, BIND since 9.18.28 11 too (max-query-restarts). */
const MAX_ALIASES = 11;

/** RFC 1034 3.6.2: CNAMEs that never end are an error. Which ones it were, the server does not say. */
async function withAliases(
  answer: Answer,
  name: string,
  type: string,
  resolve: (name: string, type: string) => Promise<Answer>,
): Promise<Answer> {
  if (answer.kind !== 'failed' || !BROKEN.includes(answer.reason) || type === 'CNAME') return answer;
  const path = [name];
  while (path.length <= MAX_ALIASES + 1) {
    const cname = await resolve(path.at(-1) ?? name, 'CNAME');
    const next = cname.kind === 'found' ? cname.records[0]?.value : undefined;
    if (next === undefined && path.length === 1) return answer;
    if (next === undefined) return { ...answer, detail: `${answer.detail} (${path.join(' → ')})` };
    path.push(next);
    if (path.indexOf(next) < path.length - 1) break;
  }
  return failed('cname-loop', `its CNAMEs do not end, or not within ${MAX_ALIASES}: ${path.join(' → ')}`);
}

/** A failure of the query itself says nothing of the server. */
const OF_THE_QUERY: readonly FailureReason[] = ['cancelled', 'rejected'];

/** A server of a run. Nothing more is sent to one that has not responded to several queries, so that it costs seconds, not hours. */
class Peer {
  readonly server: Server;
  readonly slots = new Slots(QUERIES_AT_ONCE_TO_A_SERVER);
  #misses = 0;
  #last: Exchange | undefined;

  constructor(server: Server) {
    this.server = server;
  }

  note(result: Exchange): Exchange {
    const { answer, responded } = result;
    if (responded) this.#misses = Number.NEGATIVE_INFINITY;
    else if (answer.kind === 'failed' && !OF_THE_QUERY.includes(answer.reason)) {
      this.#misses++;
      this.#last = result;
    }
    return result;
  }

  get silence(): Exchange | undefined {
    return this.#misses < FAILURE_THRESHOLD ? undefined : this.#last;
  }
}
