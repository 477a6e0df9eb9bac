// A resolver that remembers: each answer for its TTL, while DNS has changed, and no longer.
import { expect, test } from 'vitest';
import { RememberingResolver } from '../../src/dns/remembering.ts';
import type { Reply } from '../../src/dns/resolve.ts';
import type { ZoneRecord } from '../../src/interfaces.ts';

const HOST = 'api.example.test';

function internet() {
  let seconds = 0;
  const replies = new Map<string, Partial<Reply>>();
  const queries: string[] = [];
  const resolver = new RememberingResolver(
    (name, type) => {
      queries.push(`${name} ${type}`);
      const reply = {
        rcode: 'NXDOMAIN',
        answers: [],
        authorities: [],
        ...replies.get(`${name} ${type}`),
      } as const;
      return { authoritative: true, owner: name, ...reply };
    },
    () => seconds * 1000,
  );
  return {
    queries,
    resolver,
    to: (later: number) => {
      seconds = later;
    },
    set: (name: string, answers: readonly ZoneRecord[], more: Partial<Reply> = {}) =>
      replies.set(`${name} A`, { rcode: 'NOERROR', answers, ...more }),
    destination: () => {
      const found = resolver.destination(HOST, 'A');
      return found.kind === 'found' ? found.name : found.reason;
    },
  };
}

const cname = (value: string, ttl: number): ZoneRecord => ({ name: HOST, type: 'CNAME', ttl, value });
const address = (name: string, ttl: number): ZoneRecord => ({ name, type: 'A', ttl, value: '127.0.0.1' });

test('a CNAME and the addresses of its target have a TTL each', () => {
  const { to, set, destination } = internet();
  set(HOST, [cname('old.aws.test', 3600), address('old.aws.test', 60)]);
  set('old.aws.test', [address('old.aws.test', 60)]);
  set('new.aws.test', [address('new.aws.test', 60)]);
  expect(destination()).toBe('old.aws.test');
  set(HOST, [cname('new.aws.test', 3600), address('new.aws.test', 60)]);
  to(3599);
  expect(destination()).toBe('old.aws.test');
  to(3600);
  expect(destination()).toBe('new.aws.test');
});

test('a CNAME that is remembered leads to what no longer exists', () => {
  const { to, set, destination } = internet();
  set(HOST, [cname('old.aws.test', 3600), address('old.aws.test', 60)]);
  set('old.aws.test', [address('old.aws.test', 60)]);
  expect(destination()).toBe('old.aws.test');
  set('old.aws.test', [], { rcode: 'NXDOMAIN' });
  to(59);
  expect(destination()).toBe('old.aws.test');
  to(60);
  expect(destination()).toBe('NXDOMAIN');
});

test('an alias is remembered with what it led to', () => {
  const { to, set, destination } = internet();
  set(HOST, [address(HOST, 60)], { owner: 'old.aws.test' });
  expect(destination()).toBe('old.aws.test');
  set(HOST, [address(HOST, 60)], { owner: 'new.aws.test' });
  to(59);
  expect(destination()).toBe('old.aws.test');
  to(60);
  expect(destination()).toBe('new.aws.test');
});

test('that there is no record is remembered for the TTL of the SOA, and a failure is not', () => {
  const { to, set, destination } = internet();
  set(HOST, [], { rcode: 'SERVFAIL' });
  expect(destination()).toBe('SERVFAIL');
  const soa = { name: 'example.test', type: 'SOA', ttl: 300, value: '' };
  set(HOST, [], { authorities: [soa] });
  expect(destination()).toBe('no address');
  set(HOST, [address(HOST, 60)]);
  to(299);
  expect(destination()).toBe('no address');
  to(300);
  expect(destination()).toBe(HOST);
});

test('what is known is not queried again, and a client that comes anew knows nothing', () => {
  const { set, destination, queries, resolver } = internet();
  set(HOST, [address(HOST, 60)]);
  destination();
  destination();
  expect(queries).toEqual([`${HOST} A`]);
  resolver.forget();
  destination();
  expect(queries).toHaveLength(2);
});
