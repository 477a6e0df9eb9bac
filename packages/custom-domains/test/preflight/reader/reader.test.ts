// The reader against a DNS server that responds correctly, and one that misbehaves.
import dnsPacket from 'dns-packet';
import { afterEach, describe, expect, test } from 'vitest';
import { createReader, type Reader, type ReaderOptions } from '../../../src/preflight/reader/reader.ts';
import { type Misbehaviour, startDns, type TestDns } from '../dns-server.ts';
import type { Internet } from '../internet.ts';

const authority = '127.0.0.11';

const internet: Internet = {
  'a.test': {
    on: [authority],
    negativeTtl: 120,
    records: [
      'www.a.test 600 A 192.0.2.1',
      'www.a.test MX 10 mail.a.test',
      'alias.a.test CNAME www.a.test',
      'loop.a.test CNAME pool.a.test',
      'pool.a.test CNAME loop.a.test',
      'mixed.a.test CNAME www.a.test',
      'mixed.a.test TXT kept',
      'caa.a.test CAA 128 critical a "quoted" value',
      'web.a.test UNKNOWN_65 000100',
      'd.a.test DNAME elsewhere.test',
      ...Array.from({ length: 300 }, (_, index) => `big.a.test A 10.0.${index >> 8}.${index & 255}`),
    ],
  },
};

let dns: TestDns | undefined;
afterEach(async () => {
  await dns?.close();
  dns = undefined;
});

async function start(misbehave?: Misbehaviour, options: ReaderOptions = {}): Promise<Reader> {
  dns = await startDns(internet, { misbehave });
  return createReader({
    resolver: dns.resolver,
    authorityPort: dns.port,
    timeoutMs: 150,
    tries: 2,
    ...options,
  });
}

/** Rewrites the reply with dns-packet's own fields. */
function rewrite(reply: Buffer, change: Partial<dnsPacket.Packet>): Buffer {
  return dnsPacket.encode({ ...dnsPacket.decode(reply), ...change });
}

describe('outcomes are distinct', () => {
  test('found: records, owner, TTL, AA', async () => {
    const answer = await (await start()).query(authority, 'WWW.a.test.', 'A');
    expect(answer).toEqual({
      kind: 'found',
      authoritative: true,
      chain: [],
      records: [{ name: 'www.a.test', type: 'A', ttl: 600, value: '192.0.2.1' }],
    });
  });

  test('absent: the name exists without that type, and the time for which that may be cached', async () => {
    const answer = await (await start()).query(authority, 'www.a.test', 'AAAA');
    expect(answer).toMatchObject({ kind: 'absent', authoritative: true, negativeTtl: 120 });
  });

  test('no such name', async () => {
    const answer = await (await start()).query(authority, 'nothing.a.test', 'A');
    expect(answer).toMatchObject({ kind: 'no-such-name', authoritative: true });
  });

  test('referral: the parent refers to the zone, without AA', async () => {
    const answer = await (await start()).query('127.0.0.9', 'www.a.test', 'A');
    expect(answer).toEqual({ kind: 'referral', zone: 'a.test', nameServers: ['ns1.a.test'] });
  });

  test('a resolver that only refers is not a resolver', async () => {
    await start();
    const reader = createReader({ resolver: `127.0.0.9:${dns?.port}` });
    expect(await reader.resolve('www.a.test', 'A')).toMatchObject({ kind: 'failed', reason: 'refused' });
  });

  test('refused: the server has no such zone', async () => {
    const answer = await (await start()).query(authority, 'b.other', 'A');
    expect(answer).toMatchObject({ kind: 'failed', reason: 'refused' });
  });

  test.each([
    ['SERVFAIL', 2, 'servfail'],
    ['NOTIMP', 4, 'rejected'],
  ])('%s', async (_, rcode, reason) => {
    const reader = await start((_query, reply) => [rewrite(reply, { flags: 0x8000 | rcode })]);
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({ kind: 'failed', reason });
  });

  test('without AA: returned as it is, for the caller to decide', async () => {
    const reader = await start((_query, reply) => [rewrite(reply, { flags: 0 })]);
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({
      kind: 'found',
      authoritative: false,
    });
  });
});

describe('names and data', () => {
  test('a CNAME is followed, and its owner is distinct from its target', async () => {
    const answer = await (await start()).resolve('alias.a.test', 'A');
    expect(answer).toMatchObject({
      kind: 'found',
      chain: [{ name: 'alias.a.test', type: 'CNAME', value: 'www.a.test' }],
      records: [{ name: 'www.a.test', value: '192.0.2.1' }],
    });
  });

  test('CNAMEs in a loop end as a failure', async () => {
    expect(await (await start()).resolve('loop.a.test', 'A')).toMatchObject({
      kind: 'failed',
      reason: 'cname-loop',
    });
  });

  test('records beside a CNAME are found', async () => {
    const answer = await (await start()).query(authority, 'mixed.a.test', 'TXT');
    expect(answer).toMatchObject({ kind: 'found', records: [{ name: 'mixed.a.test', value: '"kept"' }] });
  });

  test('a DNAME is part of the chain', async () => {
    const answer = await (await start()).query(authority, 'x.d.a.test', 'CNAME');
    expect(answer).toMatchObject({ kind: 'found', chain: [{ type: 'DNAME', name: 'd.a.test' }] });
  });

  test('a CAA tag named "critical" keeps its flags', async () => {
    const answer = await (await start()).query(authority, 'caa.a.test', 'CAA');
    expect(answer).toMatchObject({
      records: [
        {
          value: '128 critical "a \\"quoted\\" value"',
          caa: { flags: 128, tag: 'critical', value: 'a "quoted" value' },
        },
      ],
    });
  });

  test('HTTPS (type 65) is found, in the form of a zone file', async () => {
    const answer = await (await start()).query(authority, 'web.a.test', 'HTTPS');
    expect(answer).toMatchObject({ kind: 'found', records: [{ type: 'HTTPS', value: '1 .' }] });
  });
});

describe('a server that misbehaves', () => {
  test('truncated over UDP: queried again over TCP', async () => {
    const reader = await start((query, reply) =>
      query.transport === 'udp' ? [rewrite(reply, { flags: 0x0600, answers: [] })] : undefined,
    );
    const answer = await reader.query(authority, 'big.a.test', 'A');
    expect(answer.kind === 'found' && answer.records.length).toBe(300);
  });

  test('truncated over TCP too: failed', async () => {
    const reader = await start((_query, reply) => [rewrite(reply, { flags: 0x0600 })]);
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({
      kind: 'failed',
      reason: 'malformed',
    });
  });

  test('an answer of 64 KB arrives whole', async () => {
    const many = Array.from({ length: 2700 }, (_, index) => {
      return { type: 'A', name: 'big.a.test', ttl: 1, data: `10.1.${index >> 8}.${index & 255}` } as const;
    });
    const reader = await start((query, reply) => [
      query.transport === 'udp'
        ? rewrite(reply, { flags: 0x0600, answers: [] })
        : rewrite(reply, { answers: many.slice(0, 2500) }),
    ]);
    const answer = await reader.query(authority, 'big.a.test', 'A');
    expect(answer.kind === 'found' && answer.records.length).toBe(2500);
  });

  test('no network, where the system refuses to connect the socket: unreachable, for each query', async () => {
    const reader = createReader({ resolver: '255.255.255.255', timeoutMs: 150, tries: 2 });
    const answers = await Promise.all(['a.test', 'b.test'].map((name) => reader.resolve(name, 'A')));
    for (const answer of [...answers, await reader.resolve('c.test', 'A')]) {
      expect(answer).toMatchObject({ kind: 'failed', reason: 'unreachable' });
    }
  });

  test('one packet dropped: sent again', async () => {
    let left = 1;
    const reader = await start(() => (left-- > 0 ? [] : undefined));
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({ kind: 'found' });
  });

  test('all packets dropped: a timeout, with the number of tries', async () => {
    const reader = await start(() => []);
    expect(await reader.query(authority, 'www.a.test', 'A')).toEqual({
      kind: 'failed',
      reason: 'timeout',
      detail: `${authority}:${dns?.port} did not respond within 0.15 s, queried 2 times`,
    });
    expect(dns?.queries).toHaveLength(2);
  });

  test('a late response counts as none', async () => {
    const reader = await start(async (_query, reply) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return [reply];
    });
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({ reason: 'timeout' });
  });

  test('the wrong id, the wrong question and a query are ignored; the right one counts', async () => {
    const lie = { type: 'A', name: 'www.a.test', ttl: 1, data: '203.0.113.66' } as const;
    const reader = await start((_query, reply) => {
      const { id = 0 } = dnsPacket.decode(reply);
      const other = [{ type: 'A', name: 'other.a.test' }] as const;
      return [
        rewrite(reply, { id: (id + 1) & 0xffff, answers: [lie] }),
        rewrite(reply, { questions: [...other], answers: [lie] }),
        rewrite(reply, { type: 'query', answers: [lie] }),
        reply,
      ];
    });
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({
      records: [{ value: '192.0.2.1' }],
    });
  });

  test.each([
    ['another class', { questions: [{ type: 'A', name: 'www.a.test', class: 'CH' }] }],
    ['another opcode (NOTIFY)', { flags: 4 << 11 }],
  ] as const)('%s: not the response (RFC 5452 9.1)', async (_, change) => {
    const reader = await start((_query, reply) => [rewrite(reply, change as Partial<dnsPacket.Packet>)]);
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({ reason: 'timeout' });
  });

  test.each([
    ['another name', { type: 'A', name: 'x.a.test', ttl: 1, data: '192.0.2.6' }],
    ['another type', { type: 'TXT', name: 'www.a.test', ttl: 1, data: 'x' }],
    ['another class', { type: 'A', name: 'www.a.test', ttl: 1, data: '192.0.2.6', class: 'CH' }],
  ] as const)('only records of %s: not NODATA', async (_, record) => {
    const reader = await start((_query, reply) => [
      rewrite(reply, { answers: [record as unknown as dnsPacket.Answer] }),
    ]);
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({
      kind: 'failed',
      reason: 'malformed',
    });
  });

  test.each([
    [2 ** 31 - 1, 2 ** 31 - 1],
    [2 ** 31, 0],
    [2 ** 32 - 1, 0],
  ])('a TTL of %s is %s: the highest bit is not part of it (RFC 2181 8)', async (sent, ttl) => {
    const answers: dnsPacket.Answer[] = [{ type: 'A', name: 'www.a.test', ttl: sent, data: '192.0.2.1' }];
    const reader = await start((_query, reply) => [rewrite(reply, { answers })]);
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({ records: [{ ttl }] });
  });

  test('only wrong ids: a timeout', async () => {
    const reader = await start((_query, reply) => {
      const { id = 0 } = dnsPacket.decode(reply);
      return [rewrite(reply, { id: (id + 1) & 0xffff })];
    });
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({ reason: 'timeout' });
  });

  const header = (id: Buffer, answers: number) =>
    Buffer.concat([id, Buffer.from([0x84, 0, 0, 1, 0, answers, 0, 0, 0, 0])]);
  const questionBytes = Buffer.from('\u0003www\u0001a\u0004test\u0000\u0000\u0001\u0000\u0001', 'latin1');

  test.each<[string, (id: Buffer) => Buffer]>([
    [
      'a compression pointer to itself',
      (id) =>
        Buffer.concat([header(id, 1), questionBytes, Buffer.from([0xc0, 28, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])]),
    ],
    [
      'a pointer forward',
      (id) => Buffer.concat([header(id, 1), questionBytes, Buffer.from([0xc0, 30, 0xc0, 28, 0, 1])]),
    ],
    [
      'a record that ends early',
      (id) => Buffer.concat([header(id, 1), questionBytes, Buffer.from([0xc0, 12, 0, 1])]),
    ],
    [
      'data that runs past the end',
      (id) =>
        Buffer.concat([
          header(id, 1),
          questionBytes,
          Buffer.from([0xc0, 12, 1, 1, 0, 1, 0, 0, 0, 1, 0, 90, 0, 5, 105]),
        ]),
    ],
    ['fewer records than its header has', (id) => Buffer.concat([header(id, 200), questionBytes])],
  ])('%s: malformed, at once', async (_, forge) => {
    const reader = await start((_query, reply) => [forge(reply.subarray(0, 2))]);
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({
      kind: 'failed',
      reason: 'malformed',
    });
  });

  test('FORMERR: queried again without EDNS', async () => {
    const reader = await start((query, reply) =>
      query.edns ? [rewrite(reply, { flags: 1, answers: [] })] : undefined,
    );
    expect(await reader.query(authority, 'www.a.test', 'A')).toMatchObject({ kind: 'found' });
    expect(dns?.queries.map(({ edns }) => edns)).toEqual([true, false]);
  });
});

describe('bounds', () => {
  test('no query is sent twice, not even at the same time', async () => {
    const reader = await start();
    await Promise.all([1, 2, 3].map(() => reader.query(authority, 'www.a.test', 'A')));
    await reader.query(authority, 'WWW.A.TEST', 'A');
    expect(dns?.queries).toHaveLength(1);
    expect(reader.statistics).toEqual({ questions: 1, packets: 1 });
  });

  test('a server that never responds is not queried again in the run', async () => {
    const reader = await start(() => [], { concurrency: 1, tries: 1 });
    const names = ['1', '2', '3', '4', '5', '6'].map((label) => `${label}.a.test`);
    const answers = await Promise.all(names.map((name) => reader.query(authority, name, 'A')));
    expect(answers.every((answer) => answer.kind === 'failed' && answer.reason === 'timeout')).toBe(true);
    expect(dns?.queries).toHaveLength(2);
  });

  test('a server that responds to some queries is queried further', async () => {
    const reader = await start((query) => (query.name === 'www.a.test' ? undefined : []), {
      concurrency: 1,
      tries: 1,
    });
    await reader.query(authority, 'www.a.test', 'A');
    await Promise.all(['1', '2', '3', '4'].map((label) => reader.query(authority, `${label}.a.test`, 'A')));
    expect(dns?.queries).toHaveLength(5);
  });

  test('no more queries at once than the bound', async () => {
    let running = 0;
    let most = 0;
    const reader = await start(
      async (_query, reply) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running--;
        return [reply];
      },
      { concurrency: 3, timeoutMs: 2000 },
    );
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => reader.query(authority, `n${index}.a.test`, 'A')),
    );
    expect(most).toBeLessThanOrEqual(3);
  });

  test('stopped: queries in progress end, and no more are sent', async () => {
    const stop = new AbortController();
    const reader = await start(() => [], { signal: stop.signal, timeoutMs: 10_000 });
    const answer = reader.query(authority, 'www.a.test', 'A');
    setTimeout(() => stop.abort(), 20);
    expect(await answer).toMatchObject({ kind: 'failed', reason: 'cancelled' });
    expect(await reader.query(authority, 'b.a.test', 'A')).toMatchObject({ reason: 'cancelled' });
  });

  test('a closed port is unreachable', async () => {
    const reader = await start();
    expect(await reader.query('127.0.0.77', 'www.a.test', 'A')).toMatchObject({ reason: 'unreachable' });
  });

  test('a resolver that is not an address is refused', () => {
    expect(() => createReader({ resolver: 'dns.example' })).toThrow('ADDR:PORT');
  });
});
