// Responses from zones: existence, wildcards, CNAME and DNAME, delegation. The cases were compared with BIND 9.18.
import { expect, test } from 'vitest';
import { ask, shown, startedDns } from './client.ts';

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
