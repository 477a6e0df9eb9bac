// One question to one server: retries, TCP after truncation, no EDNS for a server that does not know it.
import { randomInt } from 'node:crypto';
import { type Answer, type Failed, failed } from './answer.ts';
import { encodeQuery, interpret, type Question, RCODE } from './message.ts';
import { formatServer, type Server } from './server.ts';
import { type Exchanged, type Limit, type Query, type QueryUdp, queryTcp } from './transport.ts';

export interface ExchangeSettings extends Limit {
  readonly tries: number;
  readonly queryUdp: QueryUdp;
  /** Counts each packet sent. */
  readonly sent: () => void;
}

export interface Exchange {
  readonly answer: Answer;
  /** The response on the wire; its length bounds what is kept. */
  readonly bytes: Buffer;
  /** The server sent a packet, even if it was not a usable response. */
  readonly responded: boolean;
}

export const NOTHING = Buffer.alloc(0);

/** Sends at most `tries` packets (one more to a server without EDNS), and opens one TCP connection for a truncated response. */
export async function exchange(
  server: Server,
  question: Question,
  settings: ExchangeSettings,
): Promise<Exchange> {
  let edns = true;
  let last: Exchanged = { kind: 'timeout' };
  for (let left = settings.tries; left > 0; left--) {
    last = await once(server, question, edns, settings);
    if (last.kind === 'cancelled') break;
    if (last.kind !== 'response') continue;
    if (last.packet.rcode === RCODE.FORMERR && edns) {
      // RFC 6891 7: a server without EDNS responds FORMERR; it is queried again without the OPT record.
      edns = false;
      left++;
      continue;
    }
    return {
      answer: interpret(last.packet, question, formatServer(server)),
      bytes: last.bytes,
      responded: true,
    };
  }
  return { answer: failure(last, server, settings), bytes: NOTHING, responded: last.kind === 'malformed' };
}

async function once(
  server: Server,
  question: Question,
  edns: boolean,
  settings: ExchangeSettings,
): Promise<Exchanged> {
  const id = randomInt(65536);
  const query: Query = { id, question, bytes: encodeQuery(id, question, edns) };
  settings.sent();
  const udp = await settings.queryUdp(server, query, settings);
  if (udp.kind !== 'response' || !udp.packet.isTruncated) return udp;
  settings.sent();
  const tcp = await queryTcp(server, query, settings);
  if (tcp.kind === 'response' && tcp.packet.isTruncated) {
    return { kind: 'malformed', why: 'the response is truncated over TCP too' };
  }
  return tcp;
}

function failure(last: Exchanged, server: Server, { tries, timeoutMs }: ExchangeSettings): Failed {
  const name = formatServer(server);
  const queried = tries === 1 ? 'queried once' : `queried ${tries} times`;
  switch (last.kind) {
    case 'malformed':
      return failed('malformed', `${name} sent a packet that cannot be read (${last.why})`);
    case 'unreachable':
      return failed('unreachable', `${name} cannot be reached (${last.why}), ${queried}`);
    case 'cancelled':
      return failed('cancelled', `${name} was no longer queried: the run was stopped`);
    default:
      return failed('timeout', `${name} did not respond within ${timeoutMs / 1000} s, ${queried}`);
  }
}
