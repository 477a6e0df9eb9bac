// Which of the addresses of a host `status` connects to, and what it asks for there.
import type { Reader } from '@petstore/custom-domains/preflight';
import { expect, test } from 'vitest';
import type { DeployedHost } from '../../../cli/domains/deployed-hosts.ts';
import { probeOf } from '../../../cli/domains/status/host-status.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { startTlsHost } from './tls-host.ts';

const HOST = 'shop.petstore.localhost';
/** Nothing listens there. */
const deployed = { url: `https://${HOST}:1` } as DeployedHost;
const plan = { host: HOST, site: 'docs', role: 'domain' } as HostPlan;

interface Ends {
  /** The name that has the addresses of each family; absent where it has none. */
  readonly A?: string;
  readonly AAAA?: string;
}

/** Resolves each family to its loopback address. */
function readerOf(ends: Ends, parts: Partial<Reader> = {}): Reader {
  const resolve = (_: string, type: 'A' | 'AAAA') => {
    const value = type === 'A' ? '127.0.0.1' : '::1';
    const name = ends[type];
    const records = [{ name, type, value, ttl: 60 }];
    return Promise.resolve(name === undefined ? { kind: 'absent' } : { kind: 'found', chain: [], records });
  };
  return { resolve, refuses: () => undefined, reaches: () => true, ...parts } as unknown as Reader;
}

async function lastTried(ends: Ends, parts?: Partial<Reader>): Promise<string> {
  const { signal } = new AbortController();
  const probe = await probeOf(plan, deployed, { reader: readerOf(ends, parts), signal });
  return probe.kind === 'failed' ? probe.reason : 'it responded';
}

test('an A record beside the CNAME: only that address, where the clients of IPv4 are', async () => {
  expect(await lastTried({ A: HOST, AAAA: 'd1.cloudfront.localhost' })).toMatch(/^127\.0\.0\.1: /);
});

test('both at one place: each address in turn', async () => {
  const place = 'd1.cloudfront.localhost';
  expect(await lastTried({ A: place, AAAA: place })).toMatch(/^::1: /);
});

test('a family without an address', async () => {
  expect(await lastTried({ A: HOST })).toMatch(/^127\.0\.0\.1: /);
  expect(await lastTried({ AAAA: HOST })).toMatch(/^::1: /);
  expect(await lastTried({})).toBe('it has no address');
});

test('an address of a family that this machine has no route to is left out', async () => {
  const reaches = (address: string) => address !== '::1';
  expect(await lastTried({ A: HOST, AAAA: HOST }, { reaches })).toMatch(/^127\.0\.0\.1: /);
});

test('one address that is refused: none is connected to', async () => {
  const refuses = (address: string) => (address === '::1' ? 'it is not a global address' : undefined);
  expect(await lastTried({ A: HOST, AAAA: HOST }, { refuses })).toBe(
    '::1 is not connected to: it is not a global address',
  );
});

test('another name of the host has addresses of its own', async () => {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return { kind: 'absent' };
  };
  const reader = readerOf({}, { resolve } as unknown as Partial<Reader>);
  await probeOf(plan, deployed, { reader, signal: new AbortController().signal }, 'd1.cloudfront.localhost');
  expect(asked).toEqual(['d1.cloudfront.localhost', 'd1.cloudfront.localhost']);
});

test.each<[string, Partial<HostPlan>, string]>([
  ['the page of the documentation', { site: 'docs', role: 'domain' }, '/'],
  ['the contract of the API, which needs no key', { site: 'api', role: 'primary' }, '/v1/openapi.json'],
  ['a redirect to the API', { site: 'api', role: 'redirect' }, '/'],
])('what is asked for: %s', async (_, parts, path) => {
  const tls = await startTlsHost([HOST]);
  try {
    const reader = readerOf({ A: HOST });
    const served = { url: `https://${HOST}:${tls.port}` } as DeployedHost;
    await probeOf({ ...plan, ...parts }, served, { reader, signal: new AbortController().signal });
    expect(tls.paths).toEqual([path]);
  } finally {
    await tls.close();
  }
});
