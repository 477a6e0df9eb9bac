// The cursor of a list: where the page before ended, and for which filter. Opaque and short: 18 characters.
import { crc32 } from '../crc32.ts';
import { STATUSES, type Status } from './record.ts';

/** The page after the animal `before`, in the list filtered by `status`. */
export interface Position {
  readonly before: bigint;
  readonly status: Status | undefined;
}

const VERSION = 1;
/** One byte for version and filter, 8 for the id, 4 for a checksum that detects a cut or mistyped cursor. */
const LENGTH = 13;

function firstByte(status: Status | undefined): number {
  return VERSION * 16 + (status === undefined ? 0 : STATUSES.indexOf(status) + 1);
}

export function encodeCursor({ before, status }: Position): string {
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUInt8(firstByte(status), 0);
  bytes.writeBigInt64BE(before, 1);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 9)), 9);
  return bytes.toString('base64url');
}

/** Undefined where the text is not a cursor, `mismatch` where it belongs to a list with another filter. */
export function decodeCursor(text: string, status: Status | undefined): bigint | 'mismatch' | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Buffer ignores characters that are not base64url: only a text that encodes to itself is a cursor.
  if (bytes.length !== LENGTH || bytes.toString('base64url') !== text) return undefined;
  if (bytes.readUInt32BE(9) !== crc32(bytes.subarray(0, 9))) return undefined;
  const filter = bytes.readUInt8(0) - VERSION * 16;
  if (filter < 0 || filter > STATUSES.length) return undefined;
  return bytes.readUInt8(0) === firstByte(status) ? bytes.readBigInt64BE(1) : 'mismatch';
}
