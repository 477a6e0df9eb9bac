// DNS messages: encodes a query, checks and decodes a response. No packet can cause a loop or an overrun here.
import type { DecodedPacket, Answer as PacketAnswer, SoaAnswer } from 'dns-packet';
import dnsPacket from 'dns-packet';
import { encodeName, readName } from '../../dnssec/index.ts';
import { canonical, isBelow, isWithin } from '../../names/dns-name.ts';
import { type Answer, type DnsRecord, failed } from './answer.ts';
import { isDecoded, negativeTtl, packetType, rawAnswer, toRecord, typeName } from './presentation.ts';

export interface Question {
  /** With `dnssecOk` it is in the form of dnssec/name.ts: an octet that is not a plain character is \DDD. */
  readonly name: string;
  readonly type: string;
  /** RD: the resolver is to find the answer; off where an authoritative server is queried. */
  readonly recursion: boolean;
  /** CD: the resolver is to skip DNSSEC validation (RFC 4035 3.2.2). */
  readonly checkingDisabled: boolean;
  /** DO: signatures are wanted (RFC 4035 3.2.1). Such a response is not decoded here, as its octets are what is signed. */
  readonly dnssecOk?: boolean;
}

/** RFC 6891 and DNS flag day 2020: fits in one packet on any path. */
const UDP_PAYLOAD_SIZE = 1232;
/** Longer than any chain in use; RFC 1034 3.6.2 leaves the bound to the resolver. */
const MAX_CHAIN = 16;
/** RFC 1035 4.1.1. */
const HEADER = 12;

export function encodeQuery(id: number, question: Question, edns: boolean): Buffer {
  const { recursion, checkingDisabled } = question;
  const flags =
    (recursion ? dnsPacket.RECURSION_DESIRED : 0) | (checkingDisabled ? dnsPacket.CHECKING_DISABLED : 0);
  const opt = {
    type: 'OPT',
    name: '.',
    udpPayloadSize: UDP_PAYLOAD_SIZE,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: question.dnssecOk ? dnsPacket.DNSSEC_OK : 0,
  } as const;
  const { dnssecOk, name } = question;
  const bytes = dnsPacket.encode({
    type: 'query',
    id,
    flags,
    questions: [{ name: dnssecOk ? '.' : name || '.', type: packetType(question.type) as 'A', class: 'IN' }],
    additionals: edns ? [{ ...opt, flag_do: dnssecOk ?? false, options: [] }] : [],
  });
  // dns-packet does not know escapes: the name takes the place of the root's one octet.
  return dnssecOk
    ? Buffer.concat([bytes.subarray(0, HEADER), encodeName(name), bytes.subarray(HEADER + 1)])
    : bytes;
}

/** A received packet: not ours (keep waiting), unreadable, or a response to the question. */
export type Received =
  | { readonly kind: 'not-ours' }
  | { readonly kind: 'malformed'; readonly why: string }
  | { readonly kind: 'response'; readonly packet: DnsResponse };

/** A decoded response; its type definition leaves the codes out. */
export type DnsResponse = DecodedPacket & { readonly rcode: string; readonly opcode: string };

/** RFC 5452 9.1: id and question must be those of the query; class and opcode are part of the question. */
export function readResponse(bytes: Buffer, id: number, question: Question): Received {
  if (bytes.length < HEADER || bytes.readUInt16BE(0) !== id) return { kind: 'not-ours' };
  if ((bytes.readUInt8(2) & 0x80) === 0) return { kind: 'not-ours' };
  try {
    const packet = dnsPacket.decode(question.dnssecOk ? headOf(bytes, question) : bytes) as DnsResponse;
    // dns-packet follows RDLENGTH past the end of the last record without noticing.
    if (dnsPacket.decode.bytes > bytes.length)
      return { kind: 'malformed', why: 'a record runs past the end' };
    if (!isAnswerTo(packet, question, bytes)) return { kind: 'not-ours' };
    packet.answers = withRawData(packet.answers ?? [], bytes);
    return { kind: 'response', packet };
  } catch (error) {
    return { kind: 'malformed', why: error instanceof Error ? error.message : String(error) };
  }
}

/** The header and the question, without the records. */
function headOf(bytes: Buffer, { name }: Question): Buffer {
  return Buffer.from(bytes.subarray(0, HEADER + encodeName(name).length + 4)).fill(0, 6, HEADER);
}

/** Types whose data is read here, and those that dns-packet would read past their end, keep it as it is on the wire. */
function withRawData(answers: PacketAnswer[], bytes: Buffer): PacketAnswer[] {
  if (answers.every(isDecoded)) return answers;
  const data = answerData(bytes);
  return answers.map((answer, index) => (isDecoded(answer) ? answer : rawAnswer(answer, data[index])));
}

function isAnswerTo(packet: DnsResponse, question: Question, bytes: Buffer): boolean {
  if (packet.opcode !== 'QUERY') return false;
  const [echoed] = packet.questions ?? [];
  // A server that could not read the question may leave it out (RFC 1035 4.1.1, FORMERR).
  if (echoed === undefined) return packet.rcode === 'FORMERR';
  const name = question.dnssecOk ? readName(bytes, HEADER).name : canonical(echoed.name);
  const isSame = name === question.name && typeName(echoed.type) === question.type;
  return isSame && echoed.class === 'IN';
}

/** The outcome of a complete, readable response; `server` is named in failures. */
export function interpret(packet: DnsResponse, question: Question, server: string): Answer {
  if (packet.rcode === 'SERVFAIL') return failed('servfail', `${server} responded SERVFAIL`);
  if (packet.rcode === 'REFUSED') return failed('refused', `${server} refused the query`);
  if (packet.rcode !== 'NOERROR' && packet.rcode !== 'NXDOMAIN') {
    return failed('rejected', `${server} responded ${packet.rcode}`);
  }
  const answers = recordsOf(packet.answers);
  const path = followChain(answers, question);
  if (path === undefined) return failed('cname-loop', `${server} responded with CNAMEs that never end`);
  const { chain, end } = path;
  const authoritative = packet.flag_aa;
  // Some servers hold other records beside a CNAME: those of the name itself count too, so that they are seen.
  const names = [end, question.name];
  const found = answers.filter((record) => record.type === question.type && names.includes(record.name));
  if (found.length > 0) return { kind: 'found', authoritative, chain, records: found };
  if (chain.length === 0 && (packet.answers ?? []).length > 0) {
    // Records of other names or types are not the answer, and not that there is none.
    return failed('malformed', `${server} responded with records that were not queried for`);
  }
  const remembered = { authoritative, chain, negativeTtl: negativeTtlIn(packet.authorities ?? []) };
  if (packet.rcode === 'NXDOMAIN') return { kind: 'no-such-name', ...remembered };
  if (chain.length > 0) return { kind: 'absent', ...remembered };
  return referral(packet, question) ?? { kind: 'absent', ...remembered };
}

function recordsOf(section: readonly PacketAnswer[] | undefined): DnsRecord[] {
  return (section ?? [])
    .filter((answer) => answer.type === 'OPT' || (answer.class ?? 'IN') === 'IN')
    .map(toRecord)
    .filter((record) => record !== undefined);
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

function negativeTtlIn(authorities: readonly PacketAnswer[]): number | undefined {
  const soa = authorities.find((record): record is SoaAnswer => record.type === 'SOA');
  return soa === undefined ? undefined : negativeTtl(soa);
}

/** RFC 1034 4.3.2 step 3b: no answer, no AA, and the NS records of a zone that has the name. */
function referral(packet: DnsResponse, question: Question): Answer | undefined {
  if (packet.flag_aa) return undefined;
  const servers = recordsOf(packet.authorities).filter((record) => record.type === 'NS');
  const [first] = servers;
  if (first === undefined || !isWithin(question.name, first.name)) return undefined;
  const nameServers = servers.filter((record) => record.name === first.name).map((record) => record.value);
  return { kind: 'referral', zone: first.name, nameServers: nameServers.sort() };
}

/** Type and class of a question; type, class, TTL and length of a record. */
const QUESTION_FIELDS = 4;
const RECORD_FIELDS = 10;

/**
 * The data of each record of the answer section, in order. For a packet that dns-packet has decoded; throws RangeError
 * where a record runs past the end.
 */
export function answerData(bytes: Buffer): Buffer[] {
  let at = HEADER;
  for (let left = bytes.readUInt16BE(4); left > 0; left--) at = afterName(bytes, at) + QUESTION_FIELDS;
  const data: Buffer[] = [];
  for (let left = bytes.readUInt16BE(6); left > 0; left--) {
    const start = afterName(bytes, at) + RECORD_FIELDS;
    at = start + bytes.readUInt16BE(start - 2);
    data.push(bytes.subarray(start, at));
  }
  return data;
}

/** RFC 1035 4.1.4: a name ends with its empty label or with a pointer. */
function afterName(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) {
    if ((length & 0xc0) === 0xc0) return at + 2;
    at += 1 + length;
  }
  return at + 1;
}
