// DNS messages: encodes a query, checks and interprets a response. No packet can cause a loop or an overrun here.
import { type Message, RCODE, readMessage } from '../../dnssec/message.ts';
import { readName, TYPE, typeNumber, WireError, writeName } from '../../dnssec/name.ts';
import { isBelow, isWithin } from '../../names/dns-name.ts';
import { type Answer, type DnsRecord, failed } from './answer.ts';
import { negativeTtl, toRecord } from './presentation.ts';

export interface Question {
  /** In the form of dnssec/name.ts: lower case, and an octet that is not a plain character is \DDD. */
  readonly name: string;
  readonly type: string;
  /** RD: the resolver is to find the answer, and CD: to leave validation to us (RFC 4035 3.2.2), so that bogus data is seen, and its cause.
   * Off where an authoritative server is queried. */
  readonly recursion: boolean;
  /** DO: signatures are wanted (RFC 4035 3.2.1). The records of such a response are for the validator alone. */
  readonly dnssecOk?: boolean;
  /** Letters of the name alternate between upper and lower case; a response has them as they were or not (RFC 4343 3). */
  readonly mixedCase?: boolean;
}

/** RFC 6891 and DNS flag day 2020: fits in one packet on any path. */
const UDP_PAYLOAD_SIZE = 1232;
/** Longer than any chain in use; RFC 1034 3.6.2 leaves the bound to the resolver. */
const MAX_CHAIN = 16;
/** RFC 1035 4.1.1: the length of a header, and its flags. */
const HEADER = 12;
const FLAG = {
  response: 0x8000,
  opcode: 0x7800,
  aa: 0x0400,
  tc: 0x0200,
  rd: 0x0100,
  ra: 0x0080,
  cd: 0x0010,
} as const;
const CLASS_IN = 1;
const OPT = 41;
const OPT_SIZE = 11;
const DNSSEC_OK = 0x8000;

/** Throws WireError for a text that is not a name or a type. */
export function encodeQuery(id: number, question: Question, edns: boolean): Buffer {
  const { name, type, recursion, dnssecOk, mixedCase } = question;
  const flags = recursion ? FLAG.rd | FLAG.cd : 0;
  const bytes = Buffer.allocUnsafe(HEADER + name.length + 2 + 4 + OPT_SIZE);
  put16(bytes, 0, [id, flags, 1, 0, 0, edns ? 1 : 0]);
  const asked = writeName(name, bytes, HEADER);
  if (mixedCase) mixCase(bytes.subarray(HEADER, asked));
  const end = put16(bytes, asked, [typeNumber(type), CLASS_IN]);
  if (!edns) return bytes.subarray(0, end);
  // RFC 6891 6.1.2: the root's name, the payload size in place of a class, flags in place of a TTL, and no options.
  bytes[end] = 0;
  const last = put16(bytes, end + 1, [OPT, UDP_PAYLOAD_SIZE, 0, dnssecOk ? DNSSEC_OK : 0, 0]);
  return last === bytes.length ? bytes : bytes.subarray(0, last);
}

/** The length of a label is below the letters. */
function mixCase(name: Buffer): void {
  for (const [index, octet] of name.entries())
    if (index % 2 === 0 && octet >= 0x61 && octet <= 0x7a) name[index] = octet & ~0x20;
}

/** Returns the offset after them. */
function put16(bytes: Buffer, start: number, values: readonly number[]): number {
  for (let index = 0; index < values.length; index++)
    bytes.writeUInt16BE(values[index] ?? 0, start + 2 * index);
  return start + 2 * values.length;
}

/** A complete response, as far as the question goes. */
export interface DnsResponse extends Message {
  readonly isAuthoritative: boolean;
  /** RA: the server resolves for whoever asks it to (RFC 1035 4.1.1). */
  readonly isResolver: boolean;
  /** Of the answer section by its header: with the records of other classes, which are not read. */
  readonly answerCount: number;
}

/** A received packet: not ours (keep waiting), a response to the question that is cut, unreadable, or whole. */
export type Received =
  | { readonly kind: 'not-ours' }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'malformed'; readonly why: string }
  | { readonly kind: 'response'; readonly packet: DnsResponse };

/** RFC 5452 9.1: id and question must be those of the query; class and opcode are part of the question. */
export function readResponse(bytes: Buffer, id: number, question: Question): Received {
  if (bytes.length < HEADER || bytes.readUInt16BE(0) !== id) return { kind: 'not-ours' };
  const flags = bytes.readUInt16BE(2);
  if ((flags & (FLAG.response | FLAG.opcode)) !== FLAG.response) return { kind: 'not-ours' };
  try {
    if (!isAnswerTo(bytes, question)) return { kind: 'not-ours' };
    // RFC 2181 9: what is behind the question does not count. tinydns 1.05 announces records there and sends none; systemd-resolved 252
    // cuts inside a record.
    if ((flags & FLAG.tc) !== 0) return { kind: 'truncated' };
    const { rcode, answers, authorities } = readMessage(bytes);
    const isAuthoritative = (flags & FLAG.aa) !== 0;
    const isResolver = (flags & FLAG.ra) !== 0;
    const answerCount = bytes.readUInt16BE(6);
    return {
      kind: 'response',
      packet: { rcode, answers, authorities, isAuthoritative, isResolver, answerCount },
    };
  } catch (error) {
    if (error instanceof WireError || error instanceof RangeError)
      return { kind: 'malformed', why: error.message };
    throw error;
  }
}

function isAnswerTo(bytes: Buffer, question: Question): boolean {
  // A server that could not read the question may leave it out (RFC 1035 4.1.1, FORMERR). MaraDNS 3.5.0037 does with TC, and is asked over
  // TCP, as by BIND 9.18: nothing of it counts.
  if (bytes.readUInt16BE(4) === 0)
    return (bytes.readUInt16BE(2) & FLAG.tc) !== 0 || (bytes.readUInt8(3) & 0x0f) === RCODE.FORMERR;
  const { name, end } = readName(bytes, HEADER);
  const [type, className] = [bytes.readUInt16BE(end), bytes.readUInt16BE(end + 2)];
  return name === question.name && type === typeNumber(question.type) && className === CLASS_IN;
}

/** The outcome of a complete, readable response; `server` is named in failures. */
export function interpret(packet: DnsResponse, question: Question, server: string): Answer {
  const { rcode, isAuthoritative: authoritative } = packet;
  if (rcode === RCODE.SERVFAIL) return failed('servfail', `${server} responded SERVFAIL`);
  if (rcode === RCODE.REFUSED) return failed('refused', `${server} refused the query`);
  if (rcode !== RCODE.NOERROR && rcode !== RCODE.NXDOMAIN) {
    const name = Object.entries(RCODE).find(([, code]) => code === rcode)?.[0];
    return failed('rejected', `${server} responded ${name ?? `with the code ${rcode}`}`);
  }
  if (question.dnssecOk) return { kind: 'absent', authoritative, chain: [] };
  const answers = setOf(packet.answers);
  const path = answers.length === 0 ? { chain: [], end: question.name } : followChain(answers, question);
  if (path === undefined) return failed('cname-loop', `${server} responded with CNAMEs that never end`);
  const { chain, end } = path;
  // Some servers hold other records beside a CNAME: those of the name itself count too, so that they are seen.
  const names = [end, question.name];
  const found = answers.filter((record) => record.type === question.type && names.includes(record.name));
  if (found.length > 0) return { kind: 'found', authoritative, chain, records: found };
  if (chain.length === 0 && packet.answerCount > 0) {
    // Records of other names, types or classes are not the answer, and not that there is none.
    return failed('malformed', `${server} responded with records that were not queried for`);
  }
  const soa = packet.authorities.find(({ type }) => type === TYPE.SOA);
  const remembered = { authoritative, chain, negativeTtl: soa && negativeTtl(soa), zone: soa?.name };
  if (rcode === RCODE.NXDOMAIN) return { kind: 'no-such-name', ...remembered };
  // BIND, where it may not resolve, ends the answer with a CNAME out of its zones; without an SOA record that is not NODATA (RFC 2308 2.2).
  if (chain.length > 0 && soa === undefined && question.recursion && !packet.isResolver)
    return failed('refused', `${server} is not a resolver: it does not follow ${chain.at(-1)?.name}`);
  if (chain.length > 0) return { kind: 'absent', ...remembered };
  const referred = referral(packet, question);
  if (referred === undefined) return { kind: 'absent', ...remembered };
  return question.recursion
    ? failed('refused', `${server} is not a resolver: it only refers to other servers`)
    : referred;
}

/** RFC 2181 5: a set, which has neither an order nor duplicates. Unbound 1.17 and BIND 9.18 turn it with each response; tinydns 1.05 sends
 * twice what a file of parent and child has twice. */
function setOf(records: Message['answers']): DnsRecord[] {
  const all = new Map(records.map(toRecord).map((one) => [`${one.name} ${one.type} ${one.value}`, one]));
  return [...all.keys()].sort().map((key) => all.get(key) as DnsRecord);
}

/** Follows CNAMEs and DNAMEs from the queried name. Undefined: a loop, or longer than MAX_CHAIN. */
function followChain(
  answers: readonly DnsRecord[],
  question: Question,
): { chain: readonly DnsRecord[]; end: string } | undefined {
  const chain: DnsRecord[] = [];
  let end = question.name;
  if (question.type === 'CNAME') return { chain: dnamesOver(answers, end), end };
  while (chain.length <= MAX_CHAIN) {
    const over = dnamesOver(answers, end).filter((record) => !chain.includes(record));
    const next = answers.find((record) => record.type === 'CNAME' && record.name === end);
    if (next === undefined) return { chain: [...chain, ...over], end };
    if (chain.includes(next)) return undefined;
    chain.push(...over, next);
    end = next.value;
  }
  return undefined;
}

/** RFC 6672 2.3: a DNAME redirects what is below its owner, not the owner itself. */
function dnamesOver(answers: readonly DnsRecord[], name: string): DnsRecord[] {
  return answers.filter((record) => record.type === 'DNAME' && isBelow(name, record.name));
}

/** RFC 1034 4.3.2 step 3b: no answer, no AA, and the NS records of a zone that has the name. */
function referral({ isAuthoritative, authorities }: DnsResponse, question: Question): Answer | undefined {
  const servers = setOf(authorities.filter(({ type }) => type === TYPE.NS));
  const [first] = servers;
  if (isAuthoritative || first === undefined || !isWithin(question.name, first.name)) return undefined;
  const nameServers = servers.filter((record) => record.name === first.name).map((record) => record.value);
  return { kind: 'referral', zone: first.name, nameServers };
}
