// The dates of signatures that BIND made (RFC 4035 5.3.1): the second in which each begins and ends, and its last week.
import { describe, expect, test } from 'vitest';
import { TYPE } from '../../src/dnssec/name.ts';
import { checkSignature } from '../../src/dnssec/signature.ts';
import { timeText, type Verdict, worst } from '../../src/dnssec/verdict.ts';
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
  return checkSignature(apex(recorded), recorded.zone);
}

describe('a signature', () => {
  test('is valid from its first second to its last', async () => {
    const times = [inception - 1, inception, THEN, expiration, expiration + 1];
    const kinds = (await Promise.all(times.map(checkAt))).map(({ kind }) => kind);
    expect(kinds).toEqual(['fault', 'signed', 'signed', 'signed', 'fault']);
  });

  test('that is not valid has its cause, with the date', async () => {
    const faultAt = async (now: number) => {
      const check = await checkAt(now);
      return check.kind === 'fault' ? check.fault : undefined;
    };
    const detail = (at: number) => expect.stringContaining(`${timeText(at)} (key tag ${keyTag})`);
    const early = {
      cause: 'signature-not-yet-valid',
      zone: 'lab.test',
      isOfClock: false,
      detail: detail(inception),
    };
    expect(await faultAt(inception - 1)).toEqual(early);
    const late = {
      cause: 'signature-expired',
      zone: 'lab.test',
      isOfClock: false,
      detail: detail(expiration),
    };
    expect(await faultAt(expiration + 1)).toEqual(late);
  });

  test('says that it ends in its last week alone', async () => {
    const endingAt = async (now: number) => {
      const check = await checkAt(now);
      return check.kind === 'signed' ? check.ending : check.fault;
    };
    expect(await endingAt(expiration - WEEK)).toBeUndefined();
    const ending = { name: 'lab.test', type: 'SOA', keyTag, at: expiration };
    expect(await endingAt(expiration - WEEK + 1)).toEqual(ending);
    expect(await endingAt(expiration)).toEqual(ending);
  });
});

describe('of two verdicts that are both needed', () => {
  const ending = (at: number) => ({ name: 'a.test', type: 'A', keyTag: 1, at });
  const secure = (at?: number): Verdict => ({ status: 'secure', ...(at && { ending: ending(at) }) });
  const insecure = (at?: number): Verdict => ({
    status: 'insecure',
    ...(at && { ending: ending(at) }),
  });
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
