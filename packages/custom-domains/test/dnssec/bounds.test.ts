// What a response may cost, and proofs that look right and are not: each by a zone that is signed here.
import type { Answer } from 'dns-packet';
import dnsPacket from 'dns-packet';
import { describe, expect, test, vi } from 'vitest';
import { hostBudget } from '../../src/dnssec/budget.ts';
import { createQuestions } from '../../src/dnssec/chain.ts';
import { nsecZone, proveDenial } from '../../src/dnssec/denial.ts';
import { readMessage } from '../../src/dnssec/message.ts';
import { TYPE } from '../../src/dnssec/name.ts';
import { readDnskey, toSigned } from '../../src/dnssec/records.ts';
import { checkSignature, type TrustedZone, trustKeys } from '../../src/dnssec/signature.ts';
import { createValidator } from '../../src/dnssec/validator.ts';
import { createKey, dsOf, ZoneSigner } from './zone-signer.ts';

const now = Math.floor(Date.now() / 1000);
const key = createKey(13);
const a = (name: string): Answer => ({ type: 'A', name, ttl: 300, data: '192.0.2.1' });
const signer = new ZoneSigner('a.test', new Map([['www.a.test', [a('www.a.test')]]]), { keys: [key] });
const zone: TrustedZone = { status: 'secure', zone: 'a.test', keys: [readDnskey(key.data)], now };

const message = (sections: { answers?: Answer[]; authorities?: Answer[] }) =>
  toSigned(readMessage(dnsPacket.encode({ type: 'response', id: 0, ...sections })));

describe('work', () => {
  test('of an RRset with 200 signatures that are all wrong, 8 are tried', async () => {
    const wrong = Array.from({ length: 200 }, (_, index): Answer => {
      const [made] = signer.sign([a('www.a.test')]);
      if (made?.type !== 'RRSIG') throw new Error('a signature was expected');
      const signature = Buffer.alloc(64, index);
      return { ...made, data: { ...made.data, signature } };
    });
    const [set] = message({ answers: [a('www.a.test'), ...wrong] }).answers;
    expect(set?.signatures).toHaveLength(200);
    const check = set && (await checkSignature(set, zone));
    expect(check).toMatchObject({ kind: 'fault', fault: { cause: 'too-much-work' } });
    expect(set?.budgets.host.left).toBe(hostBudget().left - 8);
  });

  test('of the DS records of one key, 6 are compared', async () => {
    const right = dsOf('a.test', key);
    const wrong = { ...right, digest: Buffer.alloc(right.digest.length) };
    const { dnskeys } = signer;
    const [set] = message({ answers: [...dnskeys, ...signer.sign(dnskeys)] }).answers;
    const isTrusted = async (before: number) =>
      set !== undefined &&
      (await trustKeys('a.test', [...Array(before).fill(wrong), right], set, now)).status === 'secure';
    expect(await Promise.all([0, 5, 6].map(isTrusted))).toEqual([true, true, false]);
  });

  test('a validation asks 100 questions at most', async () => {
    const lookUp = vi.fn(async () => 'no response');
    const ask = createQuestions(lookUp);
    for (let left = 150; left > 0; left--) await ask('a.test', TYPE.DS);
    expect(lookUp).toHaveBeenCalledTimes(100);
  });

  test('and none after its time, so that nothing goes on once the host is done', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const lookUp = vi.fn(async () => {
      vi.advanceTimersByTime(10_000);
      return 'no response';
    });
    const ask = createQuestions(lookUp);
    for (let left = 2; left > 0; left--) await ask('a.test', TYPE.DS);
    expect(lookUp).toHaveBeenCalledTimes(1);
  });

  test('a name and type that were validated are not asked for again', async () => {
    const lookUp = vi.fn(async () => 'no response');
    const validator = createValidator(lookUp, [dsOf('', key)]);
    const first = await validator.validate('a.test', 'CAA');
    const asked = lookUp.mock.calls.length;
    expect(asked).toBeGreaterThan(0);
    expect(await validator.validate('a.test', 'CAA')).toBe(first);
    expect(lookUp).toHaveBeenCalledTimes(asked);
  });
});

describe('proofs that are none', () => {
  test('an NSEC record that a wildcard synthesised', async () => {
    const data = { nextDomain: 'z.a.test', rrtypes: ['TXT'] };
    const proven = async (name: string, source?: string) => {
      const record: Answer = { type: 'NSEC', name, ttl: 60, data };
      const response = message({ authorities: [record, ...signer.sign([record], source)] });
      return (await proveDenial(response, zone, 'b.a.test', TYPE.CAA)).denial.kind;
    };
    expect(await proven('b.a.test')).toBe('no-data');
    expect(await proven('b.a.test', '*.a.test')).toBe('unproven');
  });

  test('the closest encloser is the longer ancestor of both ends of the gap', () => {
    const gap = { owner: 'a.test', next: 'z.b.a.test', types: new Set([TYPE.SOA]) };
    const from = nsecZone('a.test', [gap]);
    expect(from.expands('c.b.a.test', '*.b.a.test').kind).toBe('no-such-name');
    expect(from.expands('c.b.a.test', '*.a.test').kind).toBe('unproven');
  });
});
