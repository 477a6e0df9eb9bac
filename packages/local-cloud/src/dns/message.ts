// The response to one DNS message: header, question, EDNS (RFC 6891), and what is refused before any zone is read.
import { canonical } from '@petstore/custom-domains/names';
import packet, { type Answer, type DecodedPacket, type OptAnswer, type Question } from 'dns-packet';
import { toAnswer, typeName } from './rdata.ts';
import type { Rcode, Reply } from './resolve.ts';

/** `recursive` is the RD flag. */
type ResolveQuestion = (name: string, type: string, recursive: boolean) => Reply;

/** RFC 1035 4.1.1. */
const HEADER_BYTES = 12;
const RCODES = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;
/** DNS flag day 2020: what fits one unfragmented datagram everywhere. */
const UDP_BYTES = 1232;
/** RFC 1035 4.2.1: the most that a client without EDNS accepts. */
const PLAIN_UDP_BYTES = 512;
const MAX_MESSAGE_BYTES = 65_535;

/** Zone transfers and other types that are not data (RFC 6895 3.1). */
const META_TYPES = new Set('OPT TKEY TSIG IXFR AXFR ANY UNKNOWN_253 UNKNOWN_254 UNKNOWN_0'.split(' '));

/** Undefined where no response is allowed: to a message without a header, or to a response. */
export function respond(
  message: Buffer,
  transport: 'udp' | 'tcp',
  resolve: ResolveQuestion,
): Buffer | undefined {
  if (message.length < HEADER_BYTES || (message[2] as number) >= 0x80) return undefined;
  const opcode = ((message[2] as number) >> 3) & 0xf;
  if (opcode !== 0) return failure(message, 'NOTIMP');
  const query = decodeQuery(message);
  if (query === undefined) return failure(message, 'FORMERR');
  // dns-packet takes a dot inside a label for one between labels, and an octet that is not UTF-8 for another: that name has no record here.
  const asked = packet.encode({ questions: [query.question] }).subarray(HEADER_BYTES);
  if (!message.includes(asked, HEADER_BYTES)) return failure(message, 'REFUSED');
  const reply = answer(query, resolve);
  const most = transport === 'tcp' ? MAX_MESSAGE_BYTES : udpLimit(query.edns);
  const full = encode(message, query, reply);
  if (full.length <= most) return full;
  // RFC 2181 9: a response that does not fit is sent without its records, and TC makes the client use TCP.
  return encode(message, query, { ...reply, answers: [], authorities: [] }, true);
}

function answer({ question, recursive }: Query, resolve: ResolveQuestion): Reply {
  const name = canonical(question.name);
  const type = typeName(question.type);
  if (question.class === 'IN' && !META_TYPES.has(type)) return resolve(name, type, recursive);
  return { rcode: 'REFUSED', authoritative: false, owner: name, answers: [], authorities: [] };
}

interface Query {
  /** With the case of its letters, which resolvers may check in the response. */
  readonly question: Question;
  readonly recursive: boolean;
  readonly edns: OptAnswer | undefined;
}

function decodeQuery(message: Buffer): Query | undefined {
  let query: DecodedPacket;
  try {
    query = packet.decode(message);
  } catch {
    return undefined;
  }
  const { questions = [], additionals = [], flag_rd: recursive } = query;
  const [question] = questions;
  const opts = additionals.filter((record) => record.type === 'OPT');
  if (question === undefined || questions.length !== 1 || opts.length > 1) return undefined;
  return { question, recursive, edns: opts[0] };
}

function encode(message: Buffer, { question, edns }: Query, reply: Reply, truncated = false): Buffer {
  return packet.encode({
    ...{ type: 'response', id: message.readUInt16BE(0), flags: flags(message, reply, truncated) },
    questions: [question],
    answers: reply.answers.map(toAnswer),
    authorities: reply.authorities.map(toAnswer),
    additionals: edns === undefined ? [] : [opt(edns)],
  });
}

/** AA of the reply; TC; RD and CD of the query (RFC 4035 3.2.2); RA always: this server is the resolver too. */
function flags(message: Buffer, { rcode, authoritative }: Reply, truncated: boolean): number {
  const repeated = message.readUInt16BE(2) & (packet.RECURSION_DESIRED | packet.CHECKING_DISABLED);
  const own = (authoritative ? packet.AUTHORITATIVE_ANSWER : 0) | (truncated ? packet.TRUNCATED_RESPONSE : 0);
  return repeated | own | packet.RECURSION_AVAILABLE | RCODES[rcode];
}

/** Our own size and version, and the client's DO bit (RFC 3225 3). */
function opt({ flag_do }: OptAnswer): Answer {
  return {
    ...{ name: '.', type: 'OPT', udpPayloadSize: UDP_BYTES, ednsVersion: 0, options: [] },
    extendedRcode: 0,
    flags: flag_do ? packet.DNSSEC_OK : 0,
    flag_do,
  };
}

function udpLimit(edns: OptAnswer | undefined): number {
  if (edns === undefined) return PLAIN_UDP_BYTES;
  return Math.min(UDP_BYTES, Math.max(PLAIN_UDP_BYTES, edns.udpPayloadSize));
}

/** A header alone: the message is malformed, is not a query, or its handling failed. */
export function failure(message: Buffer, rcode: Rcode): Buffer {
  const flags = (message.readUInt16BE(2) & 0x7910) | packet.RECURSION_AVAILABLE | RCODES[rcode];
  return packet.encode({ type: 'response', id: message.readUInt16BE(0), flags });
}
