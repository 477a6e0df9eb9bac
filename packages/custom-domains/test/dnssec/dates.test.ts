// The dates of signatures that BIND made (RFC 4035 5.3.1): the second in which each begins and ends, and its last week.
import { describe, expect, test } from 'vitest';
import { TYPE } from '../../src/dnssec/name.ts';
import type { Rrset, Rrsig } from '../../src/dnssec/records.ts';
import { checkSignature } from '../../src/dnssec/signature.ts';
import { type Passed, timeText, type Verdict, worst } from '../../src/dnssec/verdict.ts';
import { recordedZone } from './recorded.ts';

const WEEK = 7 * 24 * 3600;

const apex = ({ sets }: ReturnType<typeof recordedZone>) =>
  sets.find(({ name, type }) => name === 'lab.test' && type === TYPE.SOA) as Rrset;
const [{ inception, expiration, keyTag }] = apex(recordedZone('nsec')).signatures as [Rrsig];

const faulty = (cause: string, at: number) => {
  const detail = expect.stringContaining(`${timeText(at)} (key tag ${keyTag})`);
  return { kind: 'fault', fault: { cause, zone: 'lab.test', isOfClock: false, detail } };
};
const ENDING = { name: 'lab.test', type: 'SOA', keyTag, at: expiration };

test.each([
  ['the second before it begins', inception - 1, faulty('signature-not-yet-valid', inception)],
  ['its first second', inception, { kind: 'signed', ending: undefined }],
  ['a week before its end', expiration - WEEK, { kind: 'signed', ending: undefined }],
  ['the first second of its last week', expiration - WEEK + 1, { kind: 'signed', ending: ENDING }],
  ['its last second', expiration, { kind: 'signed', ending: ENDING }],
  ['the second after its end', expiration + 1, faulty('signature-expired', expiration)],
])('a signature in %s', async (_, now, expected) => {
  const recorded = recordedZone('nsec', now);
  expect(await checkSignature(apex(recorded), recorded.zone)).toMatchObject(expected);
});

describe('of two verdicts that are both needed', () => {
  const passed =
    (status: Passed['status']) =>
    (at?: number): Verdict => ({
      status,
      ...(at && { ending: { name: 'a.test', type: 'A', keyTag: 1, at } }),
    });
  const [secure, insecure] = [passed('secure'), passed('insecure')];
  const unknown: Verdict = { status: 'unknown', detail: 'd' };
  const fault = { cause: 'key-missing', zone: 'a.test', detail: 'd' } as const;
  const bogus: Verdict = { status: 'bogus', fault };

  test('the worse one', () => {
    const order = [secure(), insecure(), unknown, bogus];
    for (const [index, one] of order.entries())
      for (const other of order.slice(index))
        expect([worst(one, other), worst(other, one)]).toEqual([other, other]);
  });

  test('with the signature that ends first, of either', () => {
    expect(worst(secure(2), insecure(3))).toEqual(insecure(2));
    expect(worst(insecure(3), secure(2))).toEqual(insecure(2));
    expect(worst(secure(2), insecure())).toEqual(insecure(2));
    expect(worst(secure(2), unknown)).toEqual(unknown);
    expect(worst(bogus, secure(2))).toEqual(bogus);
  });
});
