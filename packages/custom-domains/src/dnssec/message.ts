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

export const NXDOMAIN = 3;
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

/** RFC 4034 6.2: the octets in front of the names in a type's data, and the number of names. Of the types that are asked for, and of those
 * that a person reads: no response is validated for any other. */
const LAYOUTS = new Map<number, readonly [prefix: number, names: number]>([
  [TYPE.NS, [0, 1]],
  [TYPE.CNAME, [0, 1]],
  [TYPE.PTR, [0, 1]],
  [TYPE.DNAME, [0, 1]],
  [TYPE.SOA, [0, 2]],
  [TYPE.MX, [2, 1]],
  [TYPE.SRV, [6, 1]],
  [TYPE.RRSIG, [18, 1]],
]);

/** Data whose names are uncompressed: two of 255 octets at most, and 64 KB beside them. */
const canonical = Buffer.alloc(0x10000 + 2 * 0xff);

function canonicalData(bytes: Buffer, type: number, start: number, end: number): Buffer {
  const layout = LAYOUTS.get(type);
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
