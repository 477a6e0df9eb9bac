// A DNS response as records in canonical form (RFC 4034 6.2), with the octets of their data: signatures are over these.
import { copyName, readName, TYPE, WireError } from './name.ts';

export interface WireRecord {
  readonly name: string;
  readonly type: number;
  /** Seconds, of 32 bits. */
  readonly ttl: number;
  /** Canonical: names in it are not compressed, and in lower case where RFC 4034 6.2 says so. */
  readonly data: Buffer;
}

export interface Message {
  readonly rcode: number;
  readonly answers: readonly WireRecord[];
  readonly authorities: readonly WireRecord[];
}

export const RCODE = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;
const CLASS_IN = 1;

/** Throws WireError for bytes that are not a whole message. */
export function readMessage(bytes: Buffer): Message {
  if (bytes.length < 12) throw new WireError('the message ends early');
  let at = 12;
  for (let left = bytes.readUInt16BE(4); left > 0; left--) at = copyName(bytes, at).end + 4;
  const answers = readSection(bytes, at, bytes.readUInt16BE(6));
  const authorities = readSection(bytes, answers.end, bytes.readUInt16BE(8));
  return {
    rcode: bytes.readUInt8(3) & 0x0f,
    answers: answers.records,
    authorities: authorities.records,
  };
}

function readSection(bytes: Buffer, start: number, count: number): { records: WireRecord[]; end: number } {
  const records: WireRecord[] = [];
  let at = start;
  for (let left = count; left > 0; left--) {
    const owner = readName(bytes, at);
    const head = owner.end;
    const data = head + 10;
    if (data > bytes.length) throw new WireError('the message ends early');
    const type = bytes.readUInt16BE(head);
    const end = data + bytes.readUInt16BE(head + 8);
    if (end > bytes.length) throw new WireError('a record runs past the end');
    if (bytes.readUInt16BE(head + 2) === CLASS_IN)
      records.push({
        name: owner.name,
        type,
        ttl: bytes.readUInt32BE(head + 4),
        data: canonicalData(bytes, type, data, end),
      });
    at = end;
  }
  return { records, end: at };
}

/** How types have names in their data: the octets in front of them, and the number of names. */
type Layout = readonly [prefix: number, names: number];

/**
 * RFC 4034 6.2, without NSEC (RFC 6840 5.1) and without HINFO, which has no names. By number, as most are not in use:
 * MD 3, MF 4, MB 7, MG 8, MR 9, MINFO 14, RP 17, AFSDB 18, RT 21, SIG 24, PX 26, KX 36. NAPTR is in `layoutOf`.
 */
const LAYOUTS: ReadonlyMap<number, Layout> = new Map([
  ...of([0, 1], TYPE.NS, 3, 4, TYPE.CNAME, 7, 8, 9, TYPE.PTR, TYPE.DNAME),
  ...of([0, 2], TYPE.SOA, 14, 17),
  ...of([2, 1], TYPE.MX, 18, 21, 36),
  ...of([2, 2], 26),
  ...of([6, 1], TYPE.SRV),
  ...of([18, 1], 24, TYPE.RRSIG),
]);

function of(layout: Layout, ...types: readonly number[]): [number, Layout][] {
  return types.map((type) => [type, layout]);
}

function layoutOf(bytes: Buffer, type: number, start: number): Layout | undefined {
  if (type !== TYPE.NAPTR) return LAYOUTS.get(type);
  // RFC 3403 4.1: order and preference, then three character strings, then the name.
  let at = start + 4;
  for (let strings = 3; strings > 0; strings--) at += 1 + (bytes[at] ?? 0);
  return [at - start, 1];
}

/** Data whose names are uncompressed: two of 255 octets at most, and 64 KB beside them. */
const canonical = Buffer.alloc(0x10000 + 2 * 0xff);

function canonicalData(bytes: Buffer, type: number, start: number, end: number): Buffer {
  const layout = layoutOf(bytes, type, start);
  if (layout === undefined || start === end) return bytes.subarray(start, end);
  const [prefix, names] = layout;
  let at = start + prefix;
  let length = bytes.copy(canonical, 0, start, at);
  for (let left = names; left > 0; left--) {
    const name = copyName(bytes, at, canonical, length);
    at = name.end;
    length += name.octets;
  }
  if (at > end) throw new WireError('a name runs past the end of its record');
  length += bytes.copy(canonical, length, at, end);
  return Buffer.from(canonical.subarray(0, length));
}
