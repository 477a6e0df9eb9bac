// The DNS server on real sockets: UDP, TCP, EDNS, truncation, malformed messages.
import { createServer } from 'node:net';
import packet from 'dns-packet';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createDns } from '../../src/dns/index.ts';
import { testContext } from '../support/cloud.ts';
import { ask, askTcp, askUdp, decode, EDNS, framed, query, shown, startedDns } from './client.ts';

const A = 'taken.shop.localhost. 300 IN A 192.0.2.1';
/** 2,000 octets of addresses and more. */
const MANY = Array.from({ length: 80 }, (_, n) => `many.shop.localhost. 300 IN A 192.0.2.${n + 1}`).join(
  '\n',
);
const NAME = 'taken.shop.localhost';

test('UDP: a response has the id, the question and the flags of its query', async () => {
  const dns = await startedDns(A);
  const [answer] = await askUdp(dns.names.address, [query('TAKEN.shop.localhost', 'A')]);
  const reply = decode(answer);
  expect(reply).toMatchObject({ id: 0x1234, flag_qr: true, flag_rd: true, flag_ra: true, flag_aa: true });
  // As it came, letter for letter: resolvers check the case (draft-vixie-dnsext-dns0x20).
  expect(reply.questions).toMatchObject([{ name: 'TAKEN.shop.localhost', type: 'A', class: 'IN' }]);
  expect(shown(reply.answers)).toEqual(['taken.shop.localhost A 192.0.2.1']);
});

test('UDP: a response that does not fit is truncated, later with EDNS, and complete over TCP', async () => {
  const some = MANY.replaceAll('many', 'some').split('\n').slice(0, 20).join('\n');
  const { address } = (await startedDns(`${MANY}\n${some}`)).names;
  const truncated = async (name: string, additionals: readonly (typeof EDNS)[]) => {
    const [answer] = await askUdp(address, [query(name, 'A', { additionals: [...additionals] })]);
    return decode(answer);
  };
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
  const { address } = (await startedDns(A)).names;
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
  ['no question', packet.encode({ type: 'query', id: 7 }), 'FORMERR'],
  ['a question cut off', query(NAME, 'A').subarray(0, 20), 'FORMERR'],
  ['two OPT records', query(NAME, 'A', { additionals: [EDNS, EDNS] }), 'FORMERR'],
])('refuses %s', async (_, message, rcode) => {
  const { address } = (await startedDns(A)).names;
  const [answer] = await askUdp(address, [message]);
  expect(decode(answer)).toMatchObject({ rcode, answers: [] });
});

test('an EDNS version that does not exist is BADVERS; the response to ANY is one HINFO (RFC 8482)', async () => {
  const dns = await startedDns(A);
  expect(shown((await ask(dns, NAME, 'ANY')).answers)).toEqual([`${NAME} HINFO RFC8482 `]);
  const { address } = dns.names;
  const [answer] = await askUdp(address, [query(NAME, 'A', { additionals: [{ ...EDNS, ednsVersion: 1 }] })]);
  expect(decode(answer)).toMatchObject({ answers: [], additionals: [{ extendedRcode: 1, ednsVersion: 0 }] });
});

test('a dot inside a label does not split it', async () => {
  const { address } = (await startedDns(A)).names;
  const message = query(NAME, 'A');
  // `taken.shop` as one label of 10 octets.
  message[12] = 10;
  message[18] = '.'.charCodeAt(0);
  const [answer] = await askUdp(address, [message]);
  expect(decode(answer)).toMatchObject({ rcode: 'NXDOMAIN', answers: [] });
});

test('garbage does not stop the server: the next query has its response', async () => {
  const { address } = (await startedDns(`${A}\n*.wild.shop.localhost. 60 IN A 192.0.2.9`)).names;
  const sound = query(NAME, 'A', { id: 0xbeef });
  const broken = fc.uint8Array({ maxLength: 80 }).map((octets) => Buffer.from(octets));
  const bent = fc.tuple(fc.nat(sound.length - 1), fc.nat(255)).map(([at, octet]) => {
    const message = Buffer.from(sound);
    message[at] = octet;
    return message;
  });
  const pointer = Buffer.concat([sound.subarray(0, 12), Buffer.from([0xc0, 0x04, 0, 1, 0, 1])]);
  const binary = Buffer.concat([
    sound.subarray(0, 12),
    Buffer.from([63]),
    Buffer.alloc(63, 0xff),
    query('wild.shop.localhost', 'A').subarray(12),
  ]);
  const messages = [pointer, binary, ...fc.sample(fc.oneof(broken, bent), { numRuns: 200, seed: 7 })];
  for (const message of messages) {
    await askUdp(address, [message], 0);
    const [answer] = await askUdp(address, [sound]);
    expect(answer?.readUInt16BE(0), `after ${message.toString('hex')}`).toBe(0xbeef);
  }
  const [odd] = await askUdp(address, [binary]);
  expect(decode(odd).rcode).toBe('NXDOMAIN');
});

test('a port in use is an error, with the option that chooses another', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const dns = createDns(testContext({ ports: { https: 0, http: 0, dns: port } }));
  await expect(dns.start()).rejects.toThrow(`port ${port} on 127.0.0.1 is in use`);
  await expect(dns.start()).rejects.toThrow('--dns-port');
});
