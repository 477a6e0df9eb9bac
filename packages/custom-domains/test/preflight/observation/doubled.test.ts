// Records at a name with the zone's own name twice: which questions are sent, and whose records they are.
import { expect, test } from 'vitest';
import { observeDoubled } from '../../../src/preflight/observation/observe-wildcard.ts';
import type { Answer } from '../../../src/preflight/reader/answer.ts';
import type { Reader } from '../../../src/preflight/reader/reader.ts';

const ZONE = 'a.test';
const reader = { probeLabel: 'probe' } as Reader;
const none = { authoritative: true, chain: [], negativeTtl: 60 };
const NO_SUCH_NAME: Answer = { kind: 'no-such-name', ...none };
const ABSENT: Answer = { kind: 'absent', ...none };

function leadsTo(name: string, value: string): Answer {
  const records = [{ name, type: 'CNAME', ttl: 60, value }];
  return { kind: 'found', authoritative: true, chain: [], records };
}

/** What is found, and the names that were queried. Without an entry the name does not exist. */
async function observed(name: string, data: Readonly<Record<string, Answer>>) {
  const asked: string[] = [];
  const query = async (at: string) => {
    asked.push(at);
    return data[at] ?? NO_SUCH_NAME;
  };
  const records = await observeDoubled(reader, { label: 'ns1', query } as never, name, ZONE);
  return { asked, values: records.map(({ value }) => value) };
}

/** A name of that many characters. */
const long = (length: number) => `${'x.'.repeat(Math.ceil(length / 2))}`.slice(0, length - 1).concat('x');

test('a record at the doubled name', async () => {
  const data = { 'test.a.test': ABSENT, 'www.a.test.a.test': leadsTo('www.a.test.a.test', 'b.test') };
  expect(await observed('www.a.test', data)).toEqual({
    asked: ['test.a.test', 'www.a.test.a.test', 'probe.a.test.a.test'],
    values: ['b.test'],
  });
});

test("a wildcard's is nobody's mistake", async () => {
  const data = {
    'test.a.test': ABSENT,
    'www.a.test.a.test': leadsTo('www.a.test.a.test', 'b.test'),
    'probe.a.test.a.test': leadsTo('probe.a.test.a.test', 'b.test'),
  };
  expect((await observed('www.a.test', data)).values).toEqual([]);
});

test('nothing is below the zone: one question (RFC 8020)', async () => {
  expect(await observed('www.a.test', {})).toEqual({ asked: ['test.a.test'], values: [] });
});

test('no question for a name over 253 characters, which does not exist (RFC 1035 2.3.4)', async () => {
  const data = { 'test.a.test': ABSENT };
  const fits = long(253 - '.a.test'.length);
  expect((await observed(fits, data)).asked).toEqual(['test.a.test', `${fits}.a.test`]);
  expect((await observed(long(254 - '.a.test'.length), data)).asked).toEqual([]);
});
