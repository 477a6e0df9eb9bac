// Runtimes that cannot do what Node can, as they fail: BoringSSL (Bun 1.4.5) has no Ed448, and a policy of RHEL 9 refuses SHA-1 in
// signatures (crypto-policies, rh-allow-sha1-signatures = no) when it is to verify.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { beforeEach, expect, test, vi } from 'vitest';
import { hostBudget, responseBudget } from '../../src/dnssec/budget.ts';
import { readDnskey } from '../../src/dnssec/records.ts';
import { createKey } from './zone-signer.ts';

let { isSignedBy, isSupported }: typeof import('../../src/dnssec/algorithms.ts') = {} as never;
beforeEach(async () => {
  const { createPublicKey, verify } = crypto;
  vi.spyOn(crypto, 'createPublicKey').mockImplementation((given) => {
    if (JSON.stringify(given).includes('Ed448')) throw new Error('Unsupported JWK key parameters');
    return createPublicKey(given);
  });
  vi.spyOn(crypto, 'verify').mockImplementation((hash, ...rest) => {
    if (hash === 'sha1') throw new Error('error:03000098:digital envelope routines::invalid digest');
    return verify(hash, ...rest);
  });
  syncBuiltinESMExports();
  // The module asks the runtime as it is loaded: this one is evaluated under the functions above.
  const url = '../../src/dnssec/algorithms.ts?refusing';
  ({ isSignedBy, isSupported } = await import(url));
});

test('what the runtime cannot do is not supported, as if there were no DS record (RFC 4035 5.2)', () => {
  const supported = [5, 7, 8, 10, 13, 14, 15, 16].filter((algorithm) =>
    isSupported({ keyTag: 1, algorithm, digestType: 2, digest: Buffer.alloc(0) }),
  );
  expect(supported).toEqual([8, 10, 13, 14, 15]);
});

test('a key that it refuses signs nothing, and ends no run', async () => {
  const key = createKey(5);
  const data = Buffer.alloc(1);
  const budget = responseBudget(hostBudget());
  expect(await isSignedBy(readDnskey(key.data), data, key.sign(data), budget)).toBe(false);
});
