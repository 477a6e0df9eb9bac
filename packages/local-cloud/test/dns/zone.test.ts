// A zone's names come and go with its records, those between them too: held to a zone built afresh.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookUp } from '../../src/dns/lookup.ts';
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

test('adding and removing leaves what a zone made of the rest would be', () => {
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
