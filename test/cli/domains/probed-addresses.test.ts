// Which of the addresses of a host `status` connects to, where the two families do not lead to the same place.
import type { Reader } from '@petstore/custom-domains/preflight';
import { expect, test } from 'vitest';
import type { DeployedHost } from '../../../cli/domains/deployed-hosts.ts';
import { probeOf } from '../../../cli/domains/status/host-status.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';

const HOST = 'shop.petstore.localhost';
/** Nothing listens there. */
const deployed = { url: `https://${HOST}:1` } as DeployedHost;
const plan = { host: HOST, site: 'docs', role: 'domain' } as HostPlan;

/** `ends`: the name that has the addresses of each family. */
async function lastTried(ends: { readonly A: string; readonly AAAA: string }): Promise<string> {
  const resolve = (_: string, type: 'A' | 'AAAA') => {
    const value = type === 'A' ? '127.0.0.1' : '::1';
    return Promise.resolve({
      kind: 'found',
      chain: [],
      records: [{ name: ends[type], type, value, ttl: 60 }],
    });
  };
  const reader = { resolve, refuses: () => undefined, reaches: () => true } as unknown as Reader;
  const probe = await probeOf(plan, deployed, { reader, signal: new AbortController().signal });
  return probe.kind === 'failed' ? probe.reason : 'it responded';
}

test('an A record beside the CNAME: only that address, where the clients of IPv4 are', async () => {
  expect(await lastTried({ A: HOST, AAAA: 'd1.cloudfront.localhost' })).toMatch(/^127\.0\.0\.1: /);
});

test('both at one place: each address in turn', async () => {
  const place = 'd1.cloudfront.localhost';
  expect(await lastTried({ A: place, AAAA: place })).toMatch(/^::1: /);
});
