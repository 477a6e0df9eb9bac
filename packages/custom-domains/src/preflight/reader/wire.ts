// Parts of a message that dns-packet does not hand over as they are on the wire.

const HEADER = 12;
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
