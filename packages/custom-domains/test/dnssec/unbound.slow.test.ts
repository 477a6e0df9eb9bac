// Unbound as a judge of the lab, where it is installed: it comes to the same verdict of every zone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDns, type TestDns } from '../preflight/dns-server.ts';
import { anchorsOf } from '../preflight/scenario.ts';
import { labCases, labInternet } from './lab.ts';
import { startUnbound, type Unbound, unboundVersion } from './unbound.ts';

const version = unboundVersion();

/** Skipped in one line where Unbound is not installed. */
describe.skipIf(version === undefined)(`Unbound ${version ?? '(not installed)'}`, () => {
  let dns: TestDns;
  let unbound: Unbound;
  beforeAll(async () => {
    dns = await startDns(labInternet);
    unbound = await startUnbound(dns.port, anchorsOf(dns));
  });
  afterAll(async () => {
    await unbound?.close();
    await dns.close();
  });

  test.each(labCases)('$name $type: $expected', async ({ name, type, expected }) => {
    const isPlain = expected === 'secure' || expected === 'insecure';
    // The DS record of a wildcard, which Unbound takes (lab.ts says why it is not taken here).
    const other = name === 'www.child.wild-ds.test' ? 'secure' : 'bogus';
    expect(await unbound.verdict(name, type)).toBe(isPlain ? expected : other);
  });
});
