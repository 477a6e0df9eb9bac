// The names of a zone exist with its records, empty non-terminals too: compared with a new zone.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookUp } from '../../src/dns/resolve.ts';
import { Zone } from '../../src/dns/zone.ts';
import type { ZoneRecord } from '../../src/interfaces.ts';

const labels = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 3 });
const name = labels.map((list) => [...list, 'example'].join('.'));
const record: fc.Arbitrary<ZoneRecord> = fc.record({
  name,
  type: fc.constantFrom('A', 'TXT'),
  ttl: fc.constant(60),
  value: fc.constantFrom('192.0.2.1', '192.0.2.2'),
});

test('after additions and removals a zone equals a new one with the remaining records', () => {
  fc.assert(
    fc.property(fc.array(record), fc.array(fc.nat(20)), name, (records, removals, asked) => {
      const zone = new Zone('example', records);
      const gone = removals.flatMap((index) => records[index] ?? []);
      for (const one of gone) zone.remove(one);
      const rest = records.filter((one) => !gone.some((other) => same(one, other)));
      expect(lookUp(zone, asked, 'A')).toEqual(lookUp(new Zone('example', rest), asked, 'A'));
    }),
  );
});

function same(one: ZoneRecord, other: ZoneRecord): boolean {
  return one.name === other.name && one.type === other.type && one.value === other.value;
}
