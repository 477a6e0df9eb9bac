// Records at a name with the zone's own name twice: which questions are sent, and whose records they are.
import { expect, test } from 'vitest';
import { observeDoubled } from '../../../src/preflight/observation/observe-host.ts';
import type { Answer } from '../../../src/preflight/reader/answer.ts';
import type { Reader } from '../../../src/preflight/reader/reader.ts';

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
