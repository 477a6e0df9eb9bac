// The endpoint of a host by the family of the client's address, and the reason where there is none.
import { expect, test } from 'vitest';
import { routeOf } from '../../src/ingress/ingress.ts';
import type { Destination } from '../../src/interfaces.ts';

const SERVED = new Map([
  ['d-1.execute-api.eu-west-1.localhost', 'gateway'],
  ['d1.cloudfront.localhost', 'cdn'],
]);
const to = (name: string): Destination => ({ kind: 'found', name, addresses: ['127.0.0.1'] });
const elsewhere: Destination = { kind: 'found', name: 'shop.example', addresses: ['192.0.2.1', '192.0.2.2'] };
const nowhere: Destination = { kind: 'none', reason: 'no address' };
const [gateway, cloudFront] = [...SERVED.keys()].map(to) as [Destination, Destination];

const route = (family: string | undefined, a: Destination, aaaa: Destination) => {
  const destination = (_host: string, type: 'A' | 'AAAA') => (type === 'A' ? a : aaaa);
  const found = routeOf('shop.example', family, { destination }, SERVED);
  return found.kind === 'served' ? found.by : found.reason;
};

test.each<[string, string | undefined, Destination, Destination, string]>([
  ['over IPv4, A', 'IPv4', gateway, cloudFront, 'gateway'],
  ['over IPv6, AAAA', 'IPv6', gateway, cloudFront, 'cdn'],
  ['over IPv6 without AAAA, A', 'IPv6', gateway, nowhere, 'gateway'],
  ['over IPv4 without A, AAAA', 'IPv4', nowhere, cloudFront, 'cdn'],
  ['of a connection that has ended, A', undefined, gateway, cloudFront, 'gateway'],
  [
    'elsewhere, nothing',
    'IPv4',
    elsewhere,
    elsewhere,
    'resolves to 192.0.2.1, 192.0.2.2, which is neither a gateway nor a distribution of this cloud',
  ],
])('it goes by: %s', (_case, family, a, aaaa, service) => {
  expect(route(family, a, aaaa)).toBe(service);
});
