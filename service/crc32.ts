// CRC-32 (IEEE 802.3), the same as zlib's. Our own: loading node:zlib takes longer than all the rest of a key check.

function tableEntry(index: number): number {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => tableEntry(index));

/** Unsigned. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] as number);
  return (value ^ 0xffffffff) >>> 0;
}
