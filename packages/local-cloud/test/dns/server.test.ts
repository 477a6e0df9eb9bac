// The DNS server on real sockets: UDP, TCP, EDNS, truncation, malformed messages.
import packet from 'dns-packet';
import { expect, test } from 'vitest';
import { askTcp, askUdp, decode, EDNS, framed, query, shown, startedDns } from './client.ts';

const A = 'taken.shop.localhost. 300 IN A 192.0.2.1';
/** 2,000 octets of addresses and more. */
const MANY = Array.from({ length: 80 }, (_, n) => `many.shop.localhost. 300 IN A 192.0.2.${n + 1}`).join(
  '\n',
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
  expect(decode(whole).flag_tc).toBe(false);
  expect(decode(whole).answers).toHaveLength(80);
});

test('TCP: several questions on one connection, one in pieces; what is not a query ends it', async () => {
  const { address } = await startedDns(A);
  const one = framed(query(NAME, 'A', { id: 1 }));
  const two = framed(query(NAME, 'AAAA', { id: 2 }));
  const segments = [one.subarray(0, 1), one.subarray(1, 9), Buffer.concat([one.subarray(9), two])];
  const answers = await askTcp(address, segments, 2);
  expect(answers.map((answer) => decode(answer).id)).toEqual([1, 2]);
  expect(await askTcp(address, [framed(Buffer.from([1, 2, 3]))])).toEqual([]);
});

test.each([
  ['an opcode other than QUERY', query(NAME, 'A', { flags: 2 << 11 }), 'NOTIMP'],
  ['a class other than IN', query('version.bind', 'TXT', { class: 'CH' }), 'REFUSED'],
  ['a transfer', query('shop.localhost', 'AXFR'), 'REFUSED'],
  ['every type at once', query(NAME, 'ANY'), 'REFUSED'],
  ['no question', packet.encode({ type: 'query', id: 7 }), 'FORMERR'],
  ['a question cut off', query(NAME, 'A').subarray(0, 20), 'FORMERR'],
  ['two OPT records', query(NAME, 'A', { additionals: [EDNS, EDNS] }), 'FORMERR'],
])('refuses %s', async (_, message, rcode) => {
  const { address } = await startedDns(A);
  expect(await askUdp(address, message)).toMatchObject({ rcode, flag_aa: false, answers: [] });
});
