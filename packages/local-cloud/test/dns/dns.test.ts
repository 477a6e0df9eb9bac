// The local DNS over real sockets: messages; responses from zones, compared with BIND 9.18; the local internet, which changes at run time.
import packet from 'dns-packet';
import { expect, test } from 'vitest';
import { Dns } from '../../src/dns/index.ts';
import { testContext } from '../support/cloud.ts';
import {
  ask,
  askTcp,
  askUdp,
  dnsWith,
  EDNS,
  framed,
  query,
  setInternet,
  shown,
  startedDns,
} from './client.ts';

const A = 'taken.shop.localhost. 300 IN A 192.0.2.1';
/** 2,000 octets of addresses and more. */
const MANY = Array.from({ length: 80 }, (_, n) => `many.shop.localhost. 300 IN A 192.0.2.${n + 1}\n`).join(
  '',
);
const NAME = 'taken.shop.localhost';

test('UDP: a response has the id, the question and the flags of its query', async () => {
  const dns = await startedDns(A);
  const reply = await askUdp(dns.address, query('TAKEN.shop.localhost', 'A'));
  expect(reply).toMatchObject({ id: 0x1234, flag_qr: true, flag_rd: true, flag_ra: true, flag_aa: true });
  // As it came, letter for letter: resolvers check the case (draft-vixie-dnsext-dns0x20).
  expect(reply.questions).toMatchObject([{ name: 'TAKEN.shop.localhost', type: 'A', class: 'IN' }]);
  expect(shown(reply.answers)).toEqual(['taken.shop.localhost A 192.0.2.1']);
});

test('UDP: a response that does not fit is truncated, later with EDNS, and complete over TCP', async () => {
  const some = MANY.replaceAll('many', 'some').split('\n').slice(0, 20).join('\n');
  const { address } = await startedDns(`${MANY}\n${some}`);
  const truncated = (name: string, additionals: (typeof EDNS)[]) =>
    askUdp(address, query(name, 'A', { additionals }));
  expect(await truncated('many.shop.localhost', [])).toMatchObject({ flag_tc: true, answers: [] });
  expect(await truncated('many.shop.localhost', [EDNS])).toMatchObject({ flag_tc: true, rcode: 'NOERROR' });
  expect(await truncated('some.shop.localhost', [])).toMatchObject({ flag_tc: true });
  expect(await truncated('some.shop.localhost', [EDNS])).toMatchObject({
    flag_tc: false,
    additionals: [{ type: 'OPT', udpPayloadSize: 1232 }],
  });
  const [whole] = await askTcp(address, [framed(query('many.shop.localhost', 'A'))]);
  expect([whole?.flag_tc, whole?.answers?.length]).toEqual([false, 80]);
});

test('TCP: several questions on one connection, one in pieces; what is not a query ends it', async () => {
  const { address } = await startedDns(A);
  const one = framed(query(NAME, 'A', { id: 1 }));
  const two = framed(query(NAME, 'AAAA', { id: 2 }));
  const segments = [one.subarray(0, 1), one.subarray(1, 9), Buffer.concat([one.subarray(9), two])];
  const answers = await askTcp(address, segments);
  expect(answers.map(({ id }) => id)).toEqual([1, 2]);
  expect(await askTcp(address, [Buffer.concat([framed(Buffer.from([1, 2, 3])), one])])).toEqual([]);
});

/** `taken.shop` as one label. */
function dotted(message: Buffer): Buffer {
  return Buffer.from(message.toString('latin1').replace('\x05taken\x04shop', '\ntaken.shop'), 'latin1');
}

test.each([
  ['an opcode other than QUERY', query(NAME, 'A', { flags: 2 << 11 }), 'NOTIMP'],
  ['a class other than IN', query('version.bind', 'TXT', { class: 'CH' }), 'REFUSED'],
  ['a transfer', query('shop.localhost', 'AXFR'), 'REFUSED'],
  ['every type at once', query(NAME, 'ANY'), 'REFUSED'],
  ['a dot inside a label', dotted(query(NAME, 'A')), 'REFUSED'],
  ['no question', packet.encode({ type: 'query', id: 7 }), 'FORMERR'],
  ['a question cut off', query(NAME, 'A').subarray(0, 20), 'FORMERR'],
  ['two OPT records', query(NAME, 'A', { additionals: [EDNS, EDNS] }), 'FORMERR'],
])('refuses %s', async (_, message, rcode) => {
  const { address } = await startedDns(A);
  expect(await askUdp(address, message)).toMatchObject({ rcode, flag_aa: false, answers: [] });
});

const ZONE = `
diff.example. 3600 IN SOA ns1.diff.example. host.diff.example. 1 7200 900 1209600 300
diff.example. 3600 IN NS ns1.diff.example.
ns1.diff.example. 3600 IN A 127.0.0.1
diff.example. 300 IN MX 10 mx.diff.example.
diff.example. 300 IN CAA 0 issue ";"
diff.example. 300 IN TXT "a;b" "c\\"d\\200"
a.b.c.diff.example. 300 IN A 192.0.2.2
cn.diff.example. 300 IN CNAME a.b.c.diff.example.
cnx.diff.example. 300 IN CNAME nothere.diff.example.
*.w.diff.example. 300 IN A 192.0.2.3
x.w.diff.example. 300 IN MX 5 mx.diff.example.
deep.y.w.diff.example. 300 IN A 192.0.2.4
*.wc.diff.example. 300 IN CNAME a.b.c.diff.example.
child.diff.example. 300 IN NS ns.child.diff.example.
ns.child.diff.example. 300 IN A 192.0.2.53
dn.diff.example. 300 IN DNAME other.example.
dn.diff.example. 300 IN A 192.0.2.6
www.other.example. 300 IN A 192.0.2.7
loop.diff.example. 300 IN CNAME pool.diff.example.
pool.diff.example. 300 IN CNAME loop.diff.example.
h.diff.example. 300 IN HTTPS 1 .
`;

const SOA = 'diff.example SOA ns1.diff.example host.diff.example 1 7200 900 1209600 300';
const CN = 'cn.diff.example CNAME a.b.c.diff.example';
const CNX = 'cnx.diff.example CNAME nothere.diff.example';
const WILD_CNAME = ['foo.wc.diff.example CNAME a.b.c.diff.example', 'a.b.c.diff.example A 192.0.2.2'];
const DNAME = ['dn.diff.example DNAME other.example', 'www.dn.diff.example CNAME www.other.example'];
const DEEP = 'a.b.w.diff.example A 192.0.2.3';
const WWW = 'www.other.example A 192.0.2.7';

type Records = readonly string[];

test.each<[what: string, name: string, type: string, rcode: string, answers: Records, authorities: Records]>([
  ['a record', 'a.b.c.diff.example', 'A', 'NOERROR', ['a.b.c.diff.example A 192.0.2.2'], []],
  ['TXT with ; and octets', 'diff.example', 'TXT', 'NOERROR', ['diff.example TXT a;b|c"d\ufffd'], []],
  ['CAA that names nobody', 'diff.example', 'CAA', 'NOERROR', ['diff.example CAA 0 issue ; false'], []],
  ['HTTPS, opaque', 'h.diff.example', 'UNKNOWN_65', 'NOERROR', ['h.diff.example UNKNOWN_65 000100'], []],
  ['a name without such a type', 'a.b.c.diff.example', 'MX', 'NOERROR', [], [SOA]],
  ['an empty name between others', 'b.c.diff.example', 'A', 'NOERROR', [], [SOA]],
  ['no such name', 'q.b.c.diff.example', 'A', 'NXDOMAIN', [], [SOA]],
  ['a CNAME, followed', 'cn.diff.example', 'A', 'NOERROR', [CN, 'a.b.c.diff.example A 192.0.2.2'], []],
  ['a CNAME to a name without the type', 'cn.diff.example', 'MX', 'NOERROR', [CN], [SOA]],
  ['a CNAME to nowhere', 'cnx.diff.example', 'A', 'NXDOMAIN', [CNX], [SOA]],
  ['nothing below a CNAME', 'z.cn.diff.example', 'A', 'NXDOMAIN', [], [SOA]],
  ['a wildcard', 'foo.w.diff.example', 'A', 'NOERROR', ['foo.w.diff.example A 192.0.2.3'], []],
  ['a wildcard, two labels deep', 'a.b.w.diff.example', 'A', 'NOERROR', [DEEP], []],
  ['a wildcard without the type', 'foo.w.diff.example', 'MX', 'NOERROR', [], [SOA]],
  ['a wildcard hidden by a name', 'x.w.diff.example', 'A', 'NOERROR', [], [SOA]],
  ['a wildcard hidden by an empty name', 'y.w.diff.example', 'A', 'NOERROR', [], [SOA]],
  ['nothing below a name that hides it', 'no.y.w.diff.example', 'A', 'NXDOMAIN', [], [SOA]],
  ['the wildcard itself', '*.w.diff.example', 'A', 'NOERROR', ['*.w.diff.example A 192.0.2.3'], []],
  ['a wildcard CNAME', 'foo.wc.diff.example', 'A', 'NOERROR', WILD_CNAME, []],
  ['a DNAME leaves its own name', 'dn.diff.example', 'A', 'NOERROR', ['dn.diff.example A 192.0.2.6'], []],
  ['a DNAME, followed into another zone', 'www.dn.diff.example', 'A', 'NOERROR', [...DNAME, WWW], []],
  ['the CNAME that a DNAME makes', 'www.dn.diff.example', 'CNAME', 'NOERROR', DNAME, []],
  ['a loop of CNAMEs', 'loop.diff.example', 'A', 'SERVFAIL', [], []],
  ['a delegation to servers that nobody runs', 'child.diff.example', 'A', 'SERVFAIL', [], []],
])('%s', async (_, name, type, rcode, answers, authorities) => {
  const reply = await ask(await startedDns(ZONE), name, type);
  expect(reply.rcode).toBe(rcode);
  expect(shown(reply.answers)).toEqual(answers);
  expect(shown(reply.authorities)).toEqual(authorities);
  expect(reply.flag_ra).toBe(true);
  expect(reply.flag_aa).toBe(rcode !== 'SERVFAIL');
});

test('without RD a delegation is a referral, not authoritative; DS comes from the parent zone', async () => {
  const dns = await startedDns(ZONE);
  const referral = await ask(dns, 'ns.child.diff.example', 'A', false);
  expect(referral).toMatchObject({ rcode: 'NOERROR', flag_aa: false, answers: [] });
  expect(shown(referral.authorities)).toEqual(['child.diff.example NS ns.child.diff.example']);
  const ds = await ask(dns, 'diff.example', 'DS');
  expect(shown(ds.authorities)).toEqual([expect.stringMatching(/^example SOA/)]);
});

test('a DNAME that synthesises too long a name leads nowhere', async () => {
  const long = Array(4).fill('a'.repeat(50)).join('.');
  const dns = await startedDns(`d.example. 300 IN DNAME ${'b'.repeat(60)}.example.`);
  expect((await ask(dns, `${long}.d.example`, 'A')).rcode).toBe('NXDOMAIN');
});

test('a climb ends at the top-level domain and the root, each with an SOA and a local server', async () => {
  const dns = await startedDns();
  for (const zone of ['shop.localhost', 'localhost', 'example', 'com', '']) {
    const [soa, ns] = [await ask(dns, zone, 'SOA'), await ask(dns, zone, 'NS')];
    expect(soa.answers, zone).toMatchObject([{ type: 'SOA' }]);
    for (const { data } of ns.answers as { data: string }[])
      expect(shown((await ask(dns, data, 'A')).answers)).toEqual([`${data} A 127.0.0.1`]);
  }
  for (const name of ['nope.localhost', 'google.com', 'nope.nowhere'])
    expect((await ask(dns, name, 'A')).rcode, name).toBe('NXDOMAIN');
});

test('an ALIAS at an apex: the addresses of its target as its own, and no record that shows it', async () => {
  const dns = await startedDns(`
partner.example. 3600 IN SOA ns1.partner.example. host.partner.example. 1 1 1 1 60
partner.example. 3600 IN NS ns1.partner.example.
partner.example. 3600 IN ALIAS d1.cdn.cloud.`);
  dns.publish('d1.cdn.cloud');
  const { answers } = await ask(dns, 'partner.example', 'A');
  expect(answers).toMatchObject([{ name: 'partner.example', type: 'A', data: '127.0.0.1', ttl: 60 }]);
  expect(shown((await ask(dns, 'partner.example', 'AAAA')).answers)).toEqual(['partner.example AAAA ::1']);
  for (const type of ['CNAME', 'TXT'])
    expect(await ask(dns, 'partner.example', type)).toMatchObject({ rcode: 'NOERROR', answers: [] });
  expect(dns.destination('partner.example', 'A')).toMatchObject({ name: 'd1.cdn.cloud' });
  dns.withdraw('d1.cdn.cloud');
  expect((await ask(dns, 'd1.cdn.cloud', 'A')).rcode).toBe('NXDOMAIN');
  expect(await ask(dns, 'partner.example', 'A')).toMatchObject({ rcode: 'NOERROR', answers: [] });
});

test.each([
  ['no record', '', 'NXDOMAIN'],
  ['records without an address', 'x.shop.localhost. 300 IN TXT "here"', 'no address'],
  ['servers that nobody runs', 'x.shop.localhost. 300 IN NS ns1.elsewhere.example.', 'SERVFAIL'],
])('a look-up of addresses ends nowhere, and why: %s', (_case, text, reason) => {
  expect(dnsWith(text).destination('x.shop.localhost', 'A')).toEqual({ kind: 'none', reason });
});

test('each seeded zone has the name servers and the negative TTL of its DNS host', async () => {
  const dns = await startedDns();
  expect(shown((await ask(dns, 'shop.localhost', 'NS')).answers)).toEqual([
    'shop.localhost NS ada.ns.cloudflare.localhost',
    'shop.localhost NS bob.ns.cloudflare.localhost',
  ]);
  expect((await ask(dns, 'orders.localhost', 'NS')).answers).toHaveLength(4);
  expect((await ask(dns, 'nope.shop.localhost', 'A')).authorities).toMatchObject([{ ttl: 1800 }]);
  expect((await ask(dns, 'nope.orders.localhost', 'A')).authorities).toMatchObject([{ ttl: 900 }]);
});

test('a zone at a DNS host that the local cloud does not have is logged, and does not exist', () => {
  const context = testContext();
  const dns = new Dns(context);
  dns.seedZones([
    { name: 'shop.localhost', provider: 'desec' },
    { name: 'pets.shop', provider: 'route53' },
  ]);
  expect(context.lines).toEqual([expect.stringContaining('the zone shop.localhost does not exist here')]);
  expect(dns.query('pets.shop', 'SOA', true).answers).toHaveLength(1);
  // Its top-level domain is created with it.
  expect(dns.query('shop', 'SOA', true).answers).toHaveLength(1);
  expect(dns.query('shop.localhost', 'SOA', true).rcode).toBe('NXDOMAIN');
});

test('a zone that is no longer declared stays while it has records, also after a restart', () => {
  const context = testContext();
  const dns = new Dns(context);
  dns.seedZones(['shop.localhost', 'pets.localhost'].map((name) => ({ name, provider: 'route53' })));
  const [{ provider, id: zoneId } = expect.fail()] = dns.zones;
  const record = { type: 'A', value: '192.0.2.1', served: [], inputs: {}, computed: {} };
  dns.putRecord({ provider, zoneId, id: 'r', name: 'shop.localhost', ...record });
  for (const one of [dns, new Dns(context)]) {
    one.seedZones([]);
    expect(one.zones.map(({ name }) => name)).toEqual(['shop.localhost']);
  }
});

test('a child zone with an SOA is a zone of its own, delegated from above', () => {
  const dns = dnsWith(`
team.shop.localhost. 300 IN SOA ns1.team.example. host.team.example. 1 1 1 1 60
team.shop.localhost. 300 IN NS ns1.team.example.`);
  const { authorities } = dns.query('no.team.shop.localhost', 'A', true);
  expect(authorities).toMatchObject([{ name: 'team.shop.localhost' }]);
});

test('a zone that is delegated to other servers is not served, whatever its DNS host holds', async () => {
  const dns = await startedDns('shop.localhost. 300 IN NS ns1.elsewhere.example.');
  expect((await ask(dns, 'shop.localhost', 'SOA')).rcode).toBe('SERVFAIL');
  const referral = await ask(dns, 'api.shop.localhost', 'A', false);
  expect(shown(referral.authorities)).toEqual(['shop.localhost NS ns1.elsewhere.example']);
  setInternet(dns, 'shop.localhost. 300 IN NS bob.ns.cloudflare.localhost.');
  expect((await ask(dns, 'shop.localhost', 'SOA')).rcode).toBe('NOERROR');
});

test('the internet file is replaced at run time, and watchers are notified', async () => {
  const dns = await startedDns('a.shop.localhost. 60 IN A 192.0.2.1');
  const told: (string | undefined)[] = [];
  dns.watch((name) => told.push(name));
  setInternet(dns, 'b.shop.localhost. 60 IN A 192.0.2.2');
  dns.publish('d1.cdn.example');
  dns.withdraw('d1.cdn.example');
  expect(told).toEqual([undefined, 'd1.cdn.example', 'd1.cdn.example']);
  expect((await ask(dns, 'a.shop.localhost', 'A')).rcode).toBe('NXDOMAIN');
  expect((await ask(dns, 'b.shop.localhost', 'A')).answers).toHaveLength(1);
});
