// Every zone of the lab, judged by Unbound and by us, both through a resolver that does not validate.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Validator } from '../../src/dnssec/index.ts';
import { createReader } from '../../src/preflight/reader/reader.ts';
import { startDns, type TestDns } from '../preflight/dns-server.ts';
import { anchorsOf } from '../preflight/scenario.ts';
import { entryKey, labCases, labInternet, questionOf } from './lab.ts';
import { startUnbound, type Unbound, unboundVersion } from './unbound.ts';

const version = unboundVersion();
let dns: TestDns;
let validator: Validator;
let unbound: Unbound | undefined;

beforeAll(async () => {
  dns = await startDns(labInternet);
  const anchors = anchorsOf(dns);
  const options = { resolver: dns.resolver, authorityPort: dns.port, trustAnchors: anchors };
  validator = createReader(options).validator;
  if (version !== undefined) unbound = await startUnbound(dns.port, anchors);
});

afterAll(async () => {
  await unbound?.close();
  await dns.close();
});

const table = labCases.map((one) => ({ ...one, ...questionOf(one) }));

describe('the lab', () => {
  test.each(table)('$name $type: $verdict', async ({ name, type, verdict, cause }) => {
    const { verdict: ours } = await validator.validate(name, type);
    expect(ours).toMatchObject(
      cause === undefined ? { status: verdict } : { status: verdict, fault: { cause } },
    );
  });
});

test('of two keys that sign the keys, the wanted DS record is that of the secure entry point (RFC 4034 2.1.1)', async () => {
  const { verdict } = await validator.validate('www.ds-of-neither.test', 'A');
  const wanted = verdict.status === 'bogus' ? verdict.fault.ds?.wanted : undefined;
  expect(wanted).toMatch(new RegExp(`^${entryKey.tag} 13 2 [0-9a-f]{64}$`));
});

/** Skipped in one line where Unbound is not installed. */
describe.skipIf(version === undefined)(`Unbound ${version ?? '(not installed)'}`, () => {
  const judged = table.map((one) => ({ ...one, expected: one.unbound ?? one.verdict }));
  test.each(judged)('$name $type: $expected', async ({ name, type, expected }) => {
    expect(await unbound?.verdict(name, type)).toBe(expected);
  });
});
