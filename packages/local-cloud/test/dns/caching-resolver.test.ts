// A resolver that remembers: each answer for its TTL, while DNS has changed, and no longer.
import { expect, test } from 'vitest';
import type { Reply } from '../../src/dns/resolve.ts';
import type { ZoneRecord } from '../../src/interfaces.ts';
import { CachingResolver } from './caching-resolver.ts';

const HOST = 'api.example.test';
const OLD = 'old.aws.test';
const NEW = 'new.aws.test';

const cname = (value: string): ZoneRecord => ({ name: HOST, type: 'CNAME', ttl: 3600, value });
const address = (name: string): ZoneRecord => ({ name, type: 'A', ttl: 60, value: '127.0.0.1' });
const soa = { name: 'example.test', type: 'SOA', ttl: 300, value: '' };

function internet() {
  let seconds = 0;
  const replies = new Map<string, Partial<Reply>>();
  const queries: string[] = [];
  const resolver = new CachingResolver(
    (name, type) => {
      queries.push(`${name} ${type}`);
      const reply = { rcode: 'NXDOMAIN', answers: [], authorities: [], ...replies.get(name) } as const;
      return { authoritative: true, owner: name, ...reply };
    },
    () => seconds * 1000,
  );
  return {
    queries,
    resolver,
    set: (name: string, answers: readonly ZoneRecord[], more: Partial<Reply> = {}) =>
      replies.set(name, { rcode: 'NOERROR', answers, ...more }),
    /** Where the host leads at that second. */
    at(second: number) {
      seconds = second;
      const found = resolver.destination(HOST, 'A');
      return found.kind === 'found' ? found.name : found.reason;
    },
  };
}

test('a CNAME and the addresses of its target have a TTL each', () => {
  const { set, at } = internet();
  for (const name of [OLD, NEW]) set(name, [address(name)]);
  set(HOST, [cname(OLD), address(OLD)]);
  expect(at(0)).toBe(OLD);
  set(HOST, [cname(NEW), address(NEW)]);
  expect([at(3599), at(3600)]).toEqual([OLD, NEW]);
});

test('a CNAME that is remembered leads to what no longer exists', () => {
  const { set, at } = internet();
  set(HOST, [cname(OLD), address(OLD)]);
  set(OLD, [address(OLD)]);
  expect(at(0)).toBe(OLD);
  set(OLD, [], { rcode: 'NXDOMAIN' });
  expect([at(59), at(60)]).toEqual([OLD, 'NXDOMAIN']);
});

test('an alias is remembered with what it led to', () => {
  const { set, at } = internet();
  set(HOST, [address(HOST)], { owner: OLD });
  expect(at(0)).toBe(OLD);
  set(HOST, [address(HOST)], { owner: NEW });
  expect([at(59), at(60)]).toEqual([OLD, NEW]);
});

test('that there is no record is remembered for the TTL of the SOA, and a failure is not', () => {
  const { set, at } = internet();
  set(HOST, [], { rcode: 'SERVFAIL' });
  expect(at(0)).toBe('SERVFAIL');
  set(HOST, [], { authorities: [soa] });
  expect(at(0)).toBe('no address');
  set(HOST, [address(HOST)]);
  expect([at(299), at(300)]).toEqual(['no address', HOST]);
});

test('what is known is not queried again, and a client that comes anew knows nothing', () => {
  const { set, at, queries, resolver } = internet();
  set(HOST, [address(HOST)]);
  at(0);
  at(0);
  expect(queries).toEqual([`${HOST} A`]);
  resolver.forget();
  at(0);
  expect(queries).toHaveLength(2);
});
