// The checksum of keys and cursors against zlib's.
import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from '../../service/crc32.ts';

test('the check value of the catalogue of CRC algorithms (CRC-32/ISO-HDLC)', () => {
  expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
});

test('the same as of zlib, for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2048 }), (bytes) => {
      expect(crc32(bytes)).toBe(zlibCrc32(bytes));
    }),
    { numRuns: 500 },
  );
});
