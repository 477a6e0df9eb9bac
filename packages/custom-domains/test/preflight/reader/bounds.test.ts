// Names by label, the bounds on a zone's servers, concurrent queries and cached answers, and which questions are sent of a name with the
// zone's own name twice, and whose records are there.
import { describe, expect, test, vi } from 'vitest';
import { canonical, climb, isBelow, isWithin, parentOf } from '../../../src/names/dns-name.ts';
import { observeDoubled } from '../../../src/preflight/observation/observe-host.ts';
import { observeZone } from '../../../src/preflight/observation/observe-zone.ts';
import type { Answer } from '../../../src/preflight/reader/answer.ts';
import { createAnswerCache, Slots } from '../../../src/preflight/reader/bounds.ts';
import type { Reader } from '../../../src/preflight/reader/reader.ts';

describe('names are compared by label', () => {
  test.each([
    ['a.test', 'a.test', true, false],
    ['x.a.test', 'a.test', true, true],
    ['xa.test', 'a.test', false, false],
    ['test', '', true, true],
    ['', '', true, false],
  ])('%j in %j', (name, zone, within, below) => {
    expect([isWithin(name, zone), isBelow(name, zone)]).toEqual([within, below]);
  });
  test('up to the top-level domain', () => expect(climb('x.a.test')).toEqual(['x.a.test', 'a.test', 'test']));
  test('the root is above every name, and nothing is above it', () => {
    expect([parentOf('a.test'), parentOf('test'), parentOf('')]).toEqual(['test', '', undefined]);
  });
  test('one form', () => expect(canonical('WWW.A.Test.')).toBe('www.a.test'));
});

test('of the servers of a zone, 13 are queried', async () => {
  const address = { kind: 'found', records: [{ value: '192.0.2.1' }] };
  const query = vi.fn(async () => ({ kind: 'failed', reason: 'timeout', detail: '' }));
  const reader = { resolverOnly: false, resolve: async () => address, query } as unknown as Reader;
  const nameServers = Array.from({ length: 20 }, (_, index) => `ns${index}.a.test`);
  const { servers } = await observeZone(reader, 'a.test', { kind: 'delegated', nameServers });
  expect([servers.length, query.mock.calls.length]).toEqual([13, 13]);
});

test('a cache removes the oldest answer above its number', async () => {
  const cached = createAnswerCache<number>(2);
  for (const [index, key] of ['a', 'b', 'c'].entries()) await cached(key, async () => index);
  expect(await cached('b', async () => 9)).toBe(1);
  expect(await cached('a', async () => 9)).toBe(9);
});

test('slots pass to whoever waits, in order', async () => {
  const slots = new Slots(2);
  const order: number[] = [];
  const take = async (index: number) => {
    await slots.take();
    order.push(index);
  };
  const all = [0, 1, 2, 3, 4].map(take);
  for (const most of [2, 3, 4, 5]) {
    await Promise.all(all.slice(0, most));
    await new Promise(setImmediate);
    expect(order).toEqual([0, 1, 2, 3, 4].slice(0, most));
    slots.give();
  }
  expect(slots.take()).toBeUndefined();
});

const ZONE = 'a.test';
const DOUBLED = 'www.a.test.a.test';
const PROBE = 'probe.a.test.a.test';
const BELOW = 'test.a.test';

/** What is found, and the names that were queried: these exist, and at the doubled name and the probe are the same records. */
async function observed(name: string, ...exists: readonly string[]) {
  const asked: string[] = [];
  const query = async (at: string): Promise<Answer> => {
    asked.push(at);
    const none = { authoritative: true, chain: [], negativeTtl: 60 };
    if (!exists.includes(at)) return { kind: 'no-such-name', ...none };
    if (at === BELOW) return { kind: 'absent', ...none };
    return { ...none, kind: 'found', records: [{ name: at, type: 'CNAME', ttl: 60, value: 'b.test' }] };
  };
  const reader = { probeLabel: 'probe' } as Reader;
  const records = await observeDoubled(reader, { label: 'ns1', query } as never, name, ZONE);
  return { asked, values: records.map(({ value }) => value) };
}

/** A name of that many characters. */
const long = (length: number) => `${'x.'.repeat(Math.ceil(length / 2))}`.slice(0, length - 1).concat('x');
const FITS = long(253 - '.a.test'.length);

test.each<[string, string, readonly string[], readonly string[], readonly string[]]>([
  ['a record', 'www.a.test', [BELOW, DOUBLED], [BELOW, DOUBLED, PROBE], ['b.test']],
  ["a wildcard's is nobody's mistake", 'www.a.test', [BELOW, DOUBLED, PROBE], [BELOW, DOUBLED, PROBE], []],
  ['nothing is below the zone: one question (RFC 8020)', 'www.a.test', [], [BELOW], []],
  ['253 characters', FITS, [BELOW], [BELOW, `${FITS}.a.test`], []],
  ['more, which cannot exist: no question (RFC 1035 2.3.4)', `${FITS}x`, [BELOW], [], []],
])('%s', async (_, name, exists, asked, values) => {
  expect(await observed(name, ...exists)).toEqual({ asked, values });
});
