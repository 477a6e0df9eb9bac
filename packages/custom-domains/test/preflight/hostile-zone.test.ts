// A zone whose owner signs it so that validating it costs as much as it can: its hosts are bounded in processor time, and a host of
// another zone is read as if it were alone.
import type { Answer } from 'dns-packet';
import { expect, test } from 'vitest';
import { check } from '../../src/preflight/check.ts';
import { createReader } from '../../src/preflight/reader/reader.ts';
import { createKey, type Signing, type Tamper, tagOf, type ZoneKey } from '../dnssec/zone-signer.ts';
import { startDns } from './dns-server.ts';
import { cloudflareHost } from './plans.ts';
import { anchorsOf, codesOf, SIGNED_TOPS } from './scenario.ts';

const entry = createKey(13);
const plain = createKey(13, 256);
/** OpenSSL takes an exponent of 3,072 bits for a modulus of as many, and verifies for 5 ms with it. */
const octets = Buffer.concat([Buffer.from([0, 1, 128]), Buffer.alloc(384, 0x7f), Buffer.alloc(384, 0xff)]);
const data = Buffer.concat([Buffer.from([1, 0, 3, 8]), octets]);
const slow: ZoneKey = { ...plain, algorithm: 8, key: octets, data, tag: tagOf(data) };

/** Where nothing is signed, a zone is looked for at each label: 100 questions. */
const DEEP = `${'a.'.repeat(110)}evil.test`;
const withoutDeep: Tamper = (records, { name, type }) => (name === DEEP && type !== 'DS' ? [] : records);

let made = 0;
/** So many signatures by the key in front of the right one of each set, and 8 at each of 8 more records that deny something. */
const wrongBy =
  ({ algorithm, tag }: ZoneKey, size: number, count: number): Tamper =>
  (records, where) => {
    const own = withoutDeep(records, where);
    const { section, signer } = where;
    const denials = Array.from({ length: section === 'authority' ? 8 : 0 }, (_, index): Answer => {
      const [name, nextDomain] = [`${index}.${signer.name}`, `${index}a.${signer.name}`];
      return { type: 'NSEC', name, ttl: 60, data: { nextDomain, rrtypes: ['A'] } };
    });
    const sets = new Map([...own, ...denials].map((one) => [`${one.type} ${one.name}`, one]));
    const wrong = [...sets.values()].flatMap((one) => {
      const [model] = one.type === 'RRSIG' ? [] : signer.sign([one]);
      if (model?.type !== 'RRSIG') return [];
      return Array.from({ length: denials.includes(one) ? 8 : count }, (): Answer => {
        const signature = Buffer.alloc(size, 1);
        signature.writeUInt32BE(made++, 8);
        const expiration = model.data.expiration + 60;
        return { ...model, data: { ...model.data, algorithm, keyTag: tag, expiration, signature } };
      });
    });
    return [...own, ...denials, ...wrong];
  };

const hostile = (key: ZoneKey, size: number, count: number): Signing => ({
  ...{ keys: [entry, key], ds: [entry], tamper: wrongBy(key, size, count) },
});
const REFUSED = 'blocked dnssec-bogus, blocked cname-elsewhere, warning zone-unconfirmed';
const GIVEN_UP = 'blocked cname-elsewhere, warning zone-unconfirmed, warning dnssec-unreadable';

test.each<[string, Signing, string]>([
  ['an exponent of 3,072 bits', hostile(slow, 384, 7), REFUSED],
  ['seven wrong signatures of each set', hostile(plain, 64, 7), GIVEN_UP],
  ['one wrong signature of each set', hostile(plain, 64, 1), REFUSED],
  [
    '150 iterations of NSEC3 for 110 labels (CVE-2023-50868)',
    { keys: [entry], nsec3: { iterations: 150 }, tamper: withoutDeep },
    'blocked cname-elsewhere, warning zone-unconfirmed',
  ],
])('%s', async (_, signed, finds) => {
  await using dns = await startDns({
    ...SIGNED_TOPS,
    'evil.test': { on: ['127.0.0.31'], signed, records: [`h.evil.test CNAME ${DEEP}`] },
    'good.test': { on: ['127.0.0.32'], signed: {} },
  });
  const { resolver, port: authorityPort } = dns;
  const reader = createReader({ resolver, authorityPort, trustAnchors: anchorsOf(dns) });
  const hosts = ['evil.test', 'good.test'].map((zone) => cloudflareHost(`h.${zone}`, zone));
  const start = process.cpuUsage();
  const checked = await check(hosts, reader);
  const { user, system } = process.cpuUsage(start);
  expect(checked.map(({ findings }) => codesOf(findings))).toEqual([finds, 'warning zone-unconfirmed']);
  // Microseconds, with those of the DNS servers, which are in this process.
  expect(user + system).toBeLessThan(2_000_000);
});
