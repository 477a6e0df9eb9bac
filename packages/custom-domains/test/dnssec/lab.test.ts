// Every zone of the lab, through a resolver that does not validate.
import { afterAll, expect, test } from 'vitest';
import { createReader } from '../../src/preflight/reader/reader.ts';
import { startDns } from '../preflight/dns-server.ts';
import { anchorsOf } from '../preflight/scenario.ts';
import { entryKey, labCases, labInternet } from './lab.ts';

const dns = await startDns(labInternet);
const options = { resolver: dns.resolver, authorityPort: dns.port, trustAnchors: anchorsOf(dns) };
const { validator } = createReader(options);
afterAll(() => dns.close());

test.each(labCases)('$name $type: $expected', async ({ name, type, expected }) => {
  const { verdict } = await validator.validate(name, type);
  expect(verdict.status === 'bogus' ? verdict.fault.cause : verdict.status).toBe(expected);
});

test('where a host has nothing left for failures it is not known, and another host finds it out', async () => {
  const validate = (left: number) => validator.validate('www.broken.test', 'TXT', undefined, { left });
  const all = [await validate(0), await validate(1)].map(({ verdict }) => verdict.status);
  expect(all).toEqual(['unknown', 'secure']);
});

test('of two keys that sign the keys, the wanted DS record is that of the secure entry point (RFC 4034 2.1.1)', async () => {
  const { verdict } = await validator.validate('www.ds-of-neither.test', 'A');
  const wanted = verdict.status === 'bogus' ? verdict.fault.ds?.wanted : undefined;
  expect(wanted).toMatch(new RegExp(`^${entryKey.tag} 13 2 [0-9a-f]{64}$`));
});
