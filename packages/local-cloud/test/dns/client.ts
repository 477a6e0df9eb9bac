// A DNS client for tests of the local DNS, over UDP or TCP on real sockets, and a DNS to query.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import packet, { type Answer, type DecodedPacket, type Packet } from 'dns-packet';
import { onTestFinished } from 'vitest';
import { createCloudflare } from '../../src/cloudflare/index.ts';
import type { CloudContext } from '../../src/context.ts';
import { Dns } from '../../src/dns/index.ts';
import { loadInternet } from '../../src/dns/zone-file.ts';
import { Quotas } from '../../src/quotas.ts';
import { resource, testContext } from '../support/cloud.ts';

export const CLOUDFLARE_ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
export const ROUTE53_ZONE = 'Z0SHOP';

export const ZONES: readonly ZoneDeclaration[] = [
  { name: 'shop.localhost', provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE },
  { name: 'orders.localhost', provider: 'route53', zoneId: ROUTE53_ZONE },
];

/** A local DNS with the two zones above, and the rest of its internet as zone-file text. Not started. */
export function dnsWith(text = '', context: CloudContext = testContext(), zones = ZONES): Dns {
  const dns = new Dns(context);
  dns.seedZones(zones);
  setInternet(dns, text);
  return dns;
}

/** Cloudflare's records in its zone. */
export const cloudflareRecords = (dns: Dns, quotas = new Quotas()) =>
  resource(createCloudflare(dns, quotas), 'cloudflare:index/dnsRecord:DnsRecord');

/** What a resolver gets: `name ttl type value` of each record. */
export const valuesOf = async (dns: Dns, name: string, type: string) =>
  dns.resolve(name, type).map((one) => `${one.name} ${one.ttl} ${one.type} ${one.value}`);

/** Every record that the DNS hosts' APIs hold. */
export const stored = (dns: Dns) => dns.zones.flatMap((zone) => dns.recordsOf(zone));

export function setInternet(dns: Dns, text: string): void {
  dns.setInternet(loadInternet(text));
}

/** The same, listening on a free port until the end of the test. */
export async function startedDns(text = ''): Promise<Dns> {
  const dns = dnsWith(text);
  await dns.start();
  onTestFinished(() => dns.close());
  return dns;
}

export type Reply = DecodedPacket & { readonly rcode: string };

export const EDNS = {
  ...{ name: '.', type: 'OPT', udpPayloadSize: 4096, extendedRcode: 0, ednsVersion: 0, flags: 0 },
  ...{ flag_do: false, options: [] },
} satisfies Answer;

export function query(
  name: string,
  type: string,
  options: Partial<Packet> & { class?: string } = {},
): Buffer {
  const { class: recordClass = 'IN', ...rest } = options;
  const question = { name, type, class: recordClass } as NonNullable<Packet['questions']>[number];
  return packet.encode({
    ...{ type: 'query', id: 0x1234, flags: packet.RECURSION_DESIRED, questions: [question] },
    ...rest,
  });
}

/** The response to a raw datagram, decoded. */
export async function askUdp(address: string, message: Buffer): Promise<Reply> {
  const socket = createSocket('udp4');
  const answered = once(socket, 'message');
  socket.send(message, portOf(address), '127.0.0.1');
  const [answer] = await answered;
  socket.close();
  return decode(answer);
}

/** The responses to segments over one connection, each written separately. */
export async function askTcp(address: string, segments: readonly Buffer[]): Promise<Reply[]> {
  const socket = connect(portOf(address), '127.0.0.1').setNoDelay();
  for (const segment of segments) {
    socket.write(segment);
    await new Promise(setImmediate);
  }
  const replies: Reply[] = [];
  for (let bytes = await buffer(socket.end()); bytes.length > 0; ) {
    const end = 2 + bytes.readUInt16BE(0);
    replies.push(decode(bytes.subarray(2, end)));
    bytes = bytes.subarray(end);
  }
  return replies;
}

export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

const decode = (message: Buffer) => packet.decode(message) as Reply;

/** One query over UDP with EDNS; the decoded response. */
export async function ask(dns: Dns, name: string, type: string, recursive = true): Promise<Reply> {
  const flags = recursive ? packet.RECURSION_DESIRED : 0;
  return askUdp(dns.address, query(name, type, { flags, additionals: [EDNS] }));
}

/** `name type data` of each record, for short expectations. */
export function shown(records: readonly Answer[] = []): string[] {
  return records.map((record) => {
    if (record.type === 'OPT') return 'OPT';
    const { data } = record;
    if (typeof data === 'string') return `${record.name} ${record.type} ${data}`;
    const structured = Buffer.isBuffer(data) ? data.toString('hex') : Object.values(data).join(' ');
    const text = Array.isArray(data) ? data.map(String).join('|') : structured;
    return `${record.name} ${record.type} ${text}`;
  });
}

function portOf(address: string): number {
  return Number(address.slice(address.lastIndexOf(':') + 1));
}
