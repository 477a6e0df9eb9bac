// Whether a host's records are a wildcard's (RFC 4592), by the questions that tell the two apart.
import { expect, test } from 'vitest';
import { observeWildcard } from '../../../src/preflight/observation/observe-wildcard.ts';
import { type Answer, failed } from '../../../src/preflight/reader/answer.ts';
import type { Reader } from '../../../src/preflight/reader/reader.ts';

const HOST = 'www.a.test';
const SIBLING = 'probe.a.test';
const BELOW = 'probe.www.a.test';
const reader = { probeLabel: 'probe' } as Reader;
const none = { authoritative: true, chain: [], negativeTtl: 60 };
const ABSENT: Answer = { kind: 'absent', ...none };
const NO_SUCH_NAME: Answer = { kind: 'no-such-name', ...none };

function found(name: string, type: string, value: string): Answer {
  return { kind: 'found', authoritative: true, chain: [], records: [{ name, type, ttl: 60, value }] };
}

/** `data` by name and type; what is not in it is absent. The host has a CNAME or an A record. */
function observed(host: Answer, data: Readonly<Record<string, Answer>>) {
  const query = async (name: string, type: string) => data[`${name} ${type}`] ?? ABSENT;
  const isAlias = host.kind !== 'absent' && host.kind !== 'failed';
  const answers: Record<string, Answer> = { CNAME: host };
  if (!isAlias) answers.A = found(HOST, 'A', '192.0.2.1');
  return observeWildcard(reader, { label: 'ns1', query } as never, { server: 'ns1', answers }, HOST);
}

const alias = (name: string, value = 'b.test') => ({ [`${name} CNAME`]: found(name, 'CNAME', value) });
const address = (name: string, value = '192.0.2.1') => ({ [`${name} A`]: found(name, 'A', value) });

test("a CNAME that the sibling and a name below have too is the wildcard's, as the host's records", async () => {
  expect(await observed(found(HOST, 'CNAME', 'b.test'), { ...alias(SIBLING), ...alias(BELOW) })).toEqual([
    { name: HOST, type: 'CNAME', ttl: 60, value: 'b.test' },
  ]);
});

test('an address that both have: the same', async () => {
  expect(await observed(ABSENT, { ...address(SIBLING), ...address(BELOW) })).toEqual([
    { name: HOST, type: 'A', ttl: 60, value: '192.0.2.1' },
  ]);
});

test.each<[string, Answer, Record<string, Answer>]>([
  ['the sibling does not exist', ABSENT, { [`${SIBLING} CNAME`]: NO_SUCH_NAME }],
  ['the sibling could not be read', ABSENT, { [`${SIBLING} CNAME`]: failed('timeout', 't') }],
  ['the sibling has another address', ABSENT, { ...address(SIBLING, '192.0.2.2'), ...address(BELOW) }],
  ['nothing is below the host: its records are its own', ABSENT, address(SIBLING)],
  ['the name below has other data', ABSENT, { ...address(SIBLING), ...address(BELOW, '192.0.2.2') }],
  ['the host could not be read', failed('timeout', 't'), { ...address(SIBLING), ...address(BELOW) }],
])('not a wildcard: %s', async (_name, host, data) => {
  expect(await observed(host, data)).toBeUndefined();
});
