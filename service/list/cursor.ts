// The cursor of a list: where the page before ended, and for which list and filter. Opaque and short: 18 characters.
import { crc32 } from '../crc32.ts';

/** The page after the record `before`, in the list filtered by `status`. */
interface Position<Status> {
  readonly before: bigint;
  readonly status: Status | undefined;
}

export interface CursorCodec<Status> {
  encode(position: Position<Status>): string;
  /** Undefined where the text is not a cursor of this list, `mismatch` where it belongs to one with another filter. */
  decode(text: string, status: Status | undefined): bigint | 'mismatch' | undefined;
}

/** One byte for list and filter, 8 for the id, 4 for a checksum that detects a cut or mistyped cursor. */
const LENGTH = 13;

/** `list`: 1 to 15, different for each list. At most 15 statuses. */
export function cursorCodec<Status>(list: number, statuses: readonly Status[]): CursorCodec<Status> {
  const firstByte = (status: Status | undefined) =>
    list * 16 + (status === undefined ? 0 : statuses.indexOf(status) + 1);
  return {
    encode({ before, status }) {
      const bytes = Buffer.alloc(LENGTH);
      bytes.writeUInt8(firstByte(status), 0);
      bytes.writeBigInt64BE(before, 1);
      bytes.writeUInt32BE(crc32(bytes.subarray(0, 9)), 9);
      return bytes.toString('base64url');
    },
    decode(text, status) {
      const bytes = Buffer.from(text, 'base64url');
      // Buffer ignores characters that are not base64url: only a text that encodes to itself is a cursor.
      if (bytes.length !== LENGTH || bytes.toString('base64url') !== text) return undefined;
      if (bytes.readUInt32BE(9) !== crc32(bytes.subarray(0, 9))) return undefined;
      const filter = bytes.readUInt8(0) - list * 16;
      if (filter < 0 || filter > statuses.length) return undefined;
      return bytes.readUInt8(0) === firstByte(status) ? bytes.readBigInt64BE(1) : 'mismatch';
    },
  };
}
