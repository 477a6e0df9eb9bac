// The reader against a DNS server that responds correctly, and one that misbehaves; and the options that it refuses.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import dnsPacket from 'dns-packet';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createReader, type Reader, type ReaderOptions } from '../../../src/preflight/reader/reader.ts';
import { type Misbehaviour, startDns, type TestDns } from '../dns-server.ts';
import { rewritten } from '../scenario.ts';

const authority = '127.0.0.11';
const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `10.0.${index >> 8}.${index & 255}`);

const internet = {
  'a.test': {
    on: [authority],
    negativeTtl: 120,
    records: [
      'www.a.test 600 A 192.0.2.1',
      'alias.a.test CNAME www.a.test',
      'loop.a.test CNAME pool.a.test',
      'pool.a.test CNAME loop.a.test',
      'mixed.a.test CNAME www.a.test',
      'mixed.a.test TXT kept',
      'd.a.test DNAME elsewhere.test',
      ...addresses(300).map((address) => `big.a.test A ${address}`),
    ],
  },
};

let dns: TestDns;

async function start(misbehave?: Misbehaviour, options: ReaderOptions = {}): Promise<Reader> {
  dns = await startDns(internet, { misbehave });
  onTestFinished(dns.close);
  const network = { resolver: dns.resolver, authorityPort: dns.port };
  return createReader({ ...network, timeoutMs: 150, tries: 2, ...options });
}

const FOUND = {
  ...{ kind: 'found', authoritative: true, chain: [] },
  records: [{ name: 'www.a.test', type: 'A', ttl: 600, value: '192.0.2.1' }],
};
const failure = (reason: string) => ({ kind: 'failed', reason });

test.each<[string, string, string, object]>([
  ['found: records, owner, TTL, AA', 'WWW.a.test.', 'A', FOUND],
  [
    'absent: the name exists without that type, and the time for which that may be cached',
    ...(['www.a.test', 'AAAA'] as const),
    { kind: 'absent', authoritative: true, negativeTtl: 120 },
  ],
  ['no such name', 'nothing.a.test', 'A', { kind: 'no-such-name', authoritative: true }],
  ['refused: the server has no such zone', 'b.other', 'A', failure('refused')],
  [
    'records beside a CNAME are found',
    ...(['mixed.a.test', 'TXT'] as const),
    { kind: 'found', records: [{ name: 'mixed.a.test', value: '"kept"' }] },
  ],
  [
    'a DNAME is part of the chain',
    ...(['x.d.a.test', 'CNAME'] as const),
    { kind: 'found', chain: [{ type: 'DNAME', name: 'd.a.test' }] },
  ],
])('%s', async (_, name, type, answer) => {
  expect(await (await start()).query(authority, name, type)).toMatchObject(answer);
});

test('referral: the parent refers to the zone; a resolver that only refers is not a resolver', async () => {
  const reader = await start();
  const referral = { kind: 'referral', zone: 'a.test', nameServers: ['ns1.a.test'] };
  expect(await reader.query('127.0.0.9', 'www.a.test', 'A')).toEqual(referral);
  const other = createReader({ resolver: `127.0.0.9:${dns.port}` });
  expect(await other.resolve('www.a.test', 'A')).toMatchObject(failure('refused'));
});

test('a CNAME is followed, and its owner is distinct from its target; in a loop it is a failure', async () => {
  const reader = await start();
  expect(await reader.resolve('alias.a.test', 'A')).toMatchObject({
    kind: 'found',
    chain: [{ name: 'alias.a.test', type: 'CNAME', value: 'www.a.test' }],
    records: [{ name: 'www.a.test', value: '192.0.2.1' }],
  });
  expect(await reader.resolve('loop.a.test', 'A')).toMatchObject(failure('cname-loop'));
});

const header = (id: Buffer, answers: number) =>
  Buffer.concat([id, Buffer.from([0x84, 0, 0, 1, 0, answers, 0, 0, 0, 0])]);
const QUESTION = Buffer.from('\u0003www\u0001a\u0004test\u0000\u0000\u0001\u0000\u0001', 'latin1');
/** A response with the query's id and that in its answer section. */
const forged =
  (answers: number, octets: readonly number[]): Misbehaviour =>
  (_query, reply) => [Buffer.concat([header(reply.subarray(0, 2), answers), QUESTION, Buffer.from(octets)])];
const change =
  (packet: Partial<dnsPacket.Packet>): Misbehaviour =>
  (_query, reply) => [rewritten(reply, packet)];
const onlyRecord = (record: object) => change({ answers: [record as dnsPacket.Answer] });

test.each<[string, Misbehaviour, object]>([
  ['SERVFAIL', change({ flags: 0x8000 | 2 }), failure('servfail')],
  ['without AA: for the caller to decide', change({ flags: 0 }), { kind: 'found', authoritative: false }],
  ['truncated over TCP too', change({ flags: 0x0600 }), failure('malformed')],
  [
    'another class: not the response (RFC 5452 9.1)',
    change({ questions: [{ type: 'A', name: 'www.a.test', class: 'CH' }] }),
    failure('timeout'),
  ],
  ['another opcode (NOTIFY)', change({ flags: 4 << 11 }), failure('timeout')],
  [
    'records of another name only: not NODATA',
    onlyRecord({ type: 'A', name: 'x.a.test', ttl: 1, data: '192.0.2.6' }),
    failure('malformed'),
  ],
  [
    'records of another class only',
    onlyRecord({ type: 'A', name: 'www.a.test', ttl: 1, data: '192.0.2.6', class: 'CH' }),
    failure('malformed'),
  ],
  ['fewer records than its header has', forged(200, []), failure('malformed')],
])('a server that misbehaves: %s', async (_, misbehave, answer) => {
  expect(await (await start(misbehave)).query(authority, 'www.a.test', 'A')).toMatchObject(answer);
});

describe('what is sent again, and what is waited for', () => {
  const cut = (reply: Buffer, count: number, answers: dnsPacket.Answer[] = []) => {
    const bytes = rewritten(reply, { flags: 0x0600, answers, authorities: [] });
    bytes.writeUInt16BE(count, 6);
    return bytes;
  };
  const withoutQuestion = (bytes: Buffer) => bytes.fill(0, 4, 6).subarray(0, 12);
  const one: dnsPacket.Answer = { type: 'A', name: 'big.a.test', ttl: 1, data: '192.0.2.1' };
  /** RFC 2181 9: TC decides before anything behind the question is read. */
  test.each<[number, string, (reply: Buffer) => Buffer]>([
    [300, 'without its records', (reply) => cut(reply, 0)],
    [2500, 'without its records', (reply) => cut(reply, 0)],
    [40, 'with their number, and none of them, as tinydns 1.05', (reply) => cut(reply, 40)],
    [40, 'within a record, as systemd-resolved 252', (reply) => cut(reply, 1, [one]).subarray(0, -3)],
    // BIND 9.18 asks over TCP too (same_question in lib/dns/resolver.c).
    [40, 'without the question, as MaraDNS 3.5.0037', (reply) => withoutQuestion(cut(reply, 0))],
  ])('truncated over UDP: queried again over TCP, %i records; %s', async (count, _, cutOff) => {
    const answers = addresses(count).map((data) => ({ ...one, data }));
    const reader = await start(({ transport }, reply) => [
      transport === 'udp' ? cutOff(reply) : rewritten(reply, { answers }),
    ]);
    const answer = await reader.query(authority, 'big.a.test', 'A');
    expect(answer.kind === 'found' && answer.records.length).toBe(count);
  });

  test('truncated over UDP, and TCP is refused: unreachable; the records of the cut response do not count', async () => {
    const socket = createSocket('udp4', (query, { port, address }) => {
      const reply = Buffer.from(query);
      reply.writeUInt16BE(0x8600, 2);
      socket.send(reply, port, address);
    }).bind(0, '127.0.0.14');
    onTestFinished(() => void socket.close());
    await once(socket, 'listening');
    const reader = createReader({ resolver: '127.0.0.1', authorityPort: socket.address().port, tries: 2 });
    expect(await reader.query('127.0.0.14', 'www.a.test', 'A')).toEqual({
      ...failure('unreachable'),
      detail: expect.stringMatching(/cannot be reached \(.*ECONNREFUSED.*\), queried 2 times$/),
    });
  });

  test('FORMERR: queried again without EDNS', async () => {
    const reader = await start(({ edns }, reply) =>
      edns ? [rewritten(reply, { flags: 1, answers: [] })] : undefined,
    );
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({ kind: 'found' });
    expect(dns.queries.map(({ edns }) => edns)).toEqual([true, false]);
  });

  test('all packets dropped: a timeout, with the number of tries', async () => {
    const reader = await start(() => []);
    expect(await reader.query(authority, 'www.a.test', 'A')).toEqual({
      ...failure('timeout'),
      detail: `${authority}:${dns.port} did not respond within 0.15 s, queried 2 times`,
    });
    expect(dns.queries).toHaveLength(2);
  });

  test('the wrong id, the wrong question and a query are ignored; the right one counts', async () => {
    const answers = [{ type: 'A', name: 'www.a.test', ttl: 1, data: '203.0.113.66' } as const];
    const reader = await start((_query, reply) => {
      const { id = 0 } = dnsPacket.decode(reply);
      return [
        rewritten(reply, { id: (id + 1) & 0xffff, answers }),
        rewritten(reply, { questions: [{ type: 'A', name: 'other.a.test' }], answers }),
        rewritten(reply, { type: 'query', answers }),
        reply,
      ];
    });
    expect(await reader.query(authority, 'www.a.test', 'A')).toEqual(FOUND);
  });
});

describe('bounds', () => {
  const labels = (count: number) => Array.from({ length: count }, (_, index) => `n${index}.a.test`);
  const queryAll = (reader: Reader, names: readonly string[]) =>
    Promise.all(names.map((name) => reader.query(authority, name, 'A')));

  test('no query is sent twice, not even at the same time', async () => {
    const reader = await start();
    await queryAll(reader, ['www.a.test', 'www.a.test', 'WWW.a.test']);
    await reader.query(authority, 'WWW.A.TEST', 'A');
    expect(dns.queries).toHaveLength(1);
    expect(reader.statistics).toEqual({ questions: 1, packets: 1 });
  });

  test('a server that never responds is not queried again in the run', async () => {
    const reader = await start(() => [], { tries: 1 });
    for (const name of labels(6))
      expect(await reader.query(authority, name, 'A')).toMatchObject(failure('timeout'));
    expect(dns.queries).toHaveLength(2);
  });

  test('a text that is not a name is not sent', async () => {
    const reader = await start();
    for (const name of [`${'a'.repeat(64)}.test`, `${'a.'.repeat(125)}test`])
      expect(await reader.query(authority, name, 'A')).toMatchObject(failure('rejected'));
    expect(dns.queries).toEqual([]);
  });

  test('stopped: queries in progress end, and no more are sent', async () => {
    const stop = new AbortController();
    const received: Misbehaviour = () => {
      stop.abort();
      return [];
    };
    const reader = await start(received, { signal: stop.signal, timeoutMs: 20_000 });
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject(failure('cancelled'));
    expect(await reader.query(authority, 'b.a.test', 'A')).toMatchObject({ reason: 'cancelled' });
    expect(dns.queries).toHaveLength(1);
  });
});

// Options that no compiler has checked, such as those of a stack's config: a wrong one is refused, not ignored.
const NETWORK = { resolver: '127.0.0.1:5354', authorityPort: undefined };

const TEXT = '127.0.0.1:5354' as unknown as object;
const isPlain = (value: unknown) => typeof value === 'object' && !Array.isArray(value);

test.each<[string, object, string]>([
  [
    'a name that is written wrong',
    { resolvr: '127.0.0.1' },
    '"resolvr" is not an option: write one of resolver, authorityPort',
  ],
  ['a member of every object', { toString: '127.0.0.1' }, '"toString" is not an option'],
  ['a port that is none', { authorityPort: 'abc' }, 'authorityPort must be a whole number from 1 to 65535'],
  ['a port that is too large', { authorityPort: 65_536 }, 'not 65536'],
  ['a switch in quotes', { resolverOnly: 'true' }, 'resolverOnly must be true or false, not "true"'],
  ['no tries', { tries: 0 }, 'tries must be a number above 0, not 0'],
  ['a policy that does not exist', { addresses: 'none' }, 'addresses must be "global" or "any"'],
  ['a text', TEXT, 'must be an object such as { resolver: "192.0.2.53" }, not'],
  ['a list', ['127.0.0.1:5354'], 'must be an object such as'],
  ['a resolver that is a number', { resolver: 5354 }, 'resolver must be a text, not 5354'],
])('%s', (_what, options, message) => {
  const act = () => createReader((isPlain(options) ? { ...NETWORK, ...options } : options) as ReaderOptions);
  expect(act).toThrow(message);
  expect(act).toThrow(expect.objectContaining({ name: 'ReaderOptionError', code: 'bad-option' }));
});

test('a resolver that is a name', () => {
  const act = () => createReader({ resolver: 'dns.example:53' });
  expect(act).toThrow('the option resolver must be ADDR, ADDR:PORT or [V6]:PORT, not "dns.example:53"');
  expect(act).toThrow(expect.objectContaining({ name: 'ResolverError', code: 'bad-resolver' }));
});
