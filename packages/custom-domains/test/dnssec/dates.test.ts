// The dates of signatures that BIND made (RFC 4035 5.3.1): the second in which each begins and ends, and its last week.
import { describe, expect, test } from 'vitest';
import { timeText } from '../../src/dnssec/index.ts';
import { TYPE } from '../../src/dnssec/types.ts';
import { first, type Verdict, worst } from '../../src/dnssec/verdict.ts';
import { recordedZone, THEN } from './recorded.ts';

const WEEK = 7 * 24 * 3600;

const apex = ({ sets }: ReturnType<typeof recordedZone>) => {
  const set = sets.find(({ name, type }) => name === 'lab.test' && type === TYPE.SOA);
  if (set === undefined) throw new Error('no SOA');
  return set;
};
const [signature] = apex(recordedZone('nsec')).signatures;
if (signature === undefined) throw new Error('no signature');
const { inception, expiration, keyTag } = signature;

function checkAt(now: number) {
  const recorded = recordedZone('nsec', now);
  return recorded.zone.check(apex(recorded));
}

describe('a signature', () => {
  test('is valid from its first second to its last', () => {
    const kinds = [inception - 1, inception, THEN, expiration, expiration + 1].map((at) => checkAt(at).kind);
    expect(kinds).toEqual(['fault', 'signed', 'signed', 'signed', 'fault']);
  });

  test.each([
    ['before', inception - 1, 'signature-not-yet-valid', 'is valid only from', inception],
    ['after', expiration + 1, 'signature-expired', 'expired on', expiration],
  ])('%s that: the cause, with the date', (_name, now, cause, words, at) => {
    const check = checkAt(now);
    if (check.kind !== 'fault') throw new Error(check.kind);
    expect(check.fault).toMatchObject({ cause, at, keyTag, name: 'lab.test', type: 'SOA', zone: 'lab.test' });
    expect(check.fault.detail).toBe(
      `SOA of lab.test has a signature that ${words} ${timeText(at)} (key tag ${keyTag})`,
    );
  });

  test('says that it ends in its last week alone', () => {
    const endingAt = (now: number) => {
      const check = checkAt(now);
      return check.kind === 'signed' ? check.ending : check.fault;
    };
    expect(endingAt(expiration - WEEK)).toBeUndefined();
    const ending = { name: 'lab.test', type: 'SOA', keyTag, at: expiration };
    expect(endingAt(expiration - WEEK + 1)).toEqual(ending);
    expect(endingAt(expiration)).toEqual(ending);
  });
});

test('a date is written to the minute, in UTC', () => {
  expect(timeText(Date.UTC(2026, 10, 22, 3, 0, 59) / 1000)).toBe('2026-11-22 03:00 UTC');
});

describe('of two verdicts that are both needed', () => {
  const ending = (at: number) => ({ name: 'a.test', type: 'A', keyTag: 1, at });
  const secure = (at?: number): Verdict => ({ status: 'secure', ...(at && { ending: ending(at) }) });
  const insecure = (at?: number): Verdict => ({
    ...{ status: 'insecure', zone: 'a.test', why: 'w' },
    ...(at && { ending: ending(at) }),
  });
  const unknown: Verdict = { status: 'unknown', detail: 'd' };
  const fault = { cause: 'key-missing', name: 'a.test', type: 'A', zone: 'a.test', detail: 'd' } as const;
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
    expect([first(ending(2), ending(1)), first(ending(1), ending(2)), first(undefined, ending(1))]).toEqual([
      ...[ending(1), ending(1), ending(1)],
    ]);
  });
});
