// DNS servers for tests: real sockets on several loopback addresses and one port, which can misbehave packet by packet.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Answer } from 'dns-packet';
import dnsPacket from 'dns-packet';
import { RCODE } from '../../src/dnssec/message.ts';
import { Fixture, type Internet, RESOLVER, type Reply } from './internet.ts';

interface ReceivedQuery {
  /** The address that received it; `RESOLVER` is the resolver's. */
  readonly server: string;
  readonly name: string;
  readonly type: string;
  readonly transport: 'udp' | 'tcp';
  readonly recursion: boolean;
  readonly edns: boolean;
  /** DO: the response is to have signatures (RFC 4035 3.2.1). */
  readonly dnssecOk: boolean;
}

/** The packets to send in place of the correct reply; undefined sends that reply, an empty list sends none. */
export type Misbehaviour = (
  query: ReceivedQuery,
  reply: Buffer,
) => readonly Buffer[] | undefined | Promise<readonly Buffer[]>;

export type TestDns = Awaited<ReturnType<typeof startDns>>;

/**
 * Serves the internet: a resolver, and the zones' servers on their own addresses at the same port. It ends with `close`, or by `await
 * using` at the end of the block.
 */
export async function startDns(internet: Internet, options: { readonly misbehave?: Misbehaviour } = {}) {
  const fixture = new Fixture(internet);
  const received: ReceivedQuery[] = [];
  const queries: readonly ReceivedQuery[] = received;
  /** As Unbound's access control: a question that does not ask for recursion is refused. */
  const resolve = ({ name, type, recursion, dnssecOk }: ReceivedQuery, checkingDisabled: boolean): Reply =>
    recursion
      ? fixture.resolver(name, type, checkingDisabled, dnssecOk)
      : { aa: false, rcode: RCODE.REFUSED, answers: [], authorities: [] };
  const respond: Respond = async (bytes, server, transport) => {
    const packet = dnsPacket.decode(bytes);
    const question = packet.questions?.[0];
    if (question === undefined) return [];
    const name = question.name === '.' ? '' : question.name.toLowerCase();
    const opt = (packet.additionals ?? []).find((record) => record.type === 'OPT');
    const { type } = question;
    const dnssecOk = opt?.flag_do ?? false;
    const edns = opt !== undefined;
    const query = { server, name, type, transport, recursion: packet.flag_rd, edns, dnssecOk };
    received.push(query);
    const reply =
      server === RESOLVER ? resolve(query, packet.flag_cd) : fixture.authority(server, name, type, dnssecOk);
    const encoded = encodeReply(packet.id ?? 0, question, reply, dnssecOk);
    return (await options.misbehave?.(query, encoded)) ?? [encoded];
  };
  const { port, close } = await listen([RESOLVER, ...fixture.addresses], respond);
  /** DS records of the root, where it is signed. */
  const { anchors } = fixture;
  return { port, resolver: `${RESOLVER}:${port}`, queries, anchors, close, [Symbol.asyncDispose]: close };
}

type Respond = (bytes: Buffer, server: string, transport: 'udp' | 'tcp') => Promise<readonly Buffer[]>;

/** One free port on every address; retries where the port is taken on one of them. */
async function listen(addresses: readonly string[], respond: Respond) {
  for (let tries = 0; tries < 20; tries++) {
    const sockets: (Socket | Server)[] = [];
    const close = async () => {
      await Promise.all(sockets.map((one) => once(one.close(), 'close')));
    };
    let port = 0;
    try {
      for (const address of addresses) {
        const udp = await listenUdp(address, port, respond);
        sockets.push(udp);
        port = udp.address().port;
        sockets.push(await listenTcp(address, port, respond));
      }
      return { port, close };
    } catch {
      await close();
    }
  }
  throw new Error('no port is free on all addresses');
}

async function listenUdp(address: string, port: number, respond: Respond): Promise<Socket> {
  const socket = createSocket('udp4');
  let open = true;
  socket.on('close', () => {
    open = false;
  });
  socket.on('message', async (bytes, from) => {
    for (const packet of await respond(bytes, address, 'udp')) {
      if (open) socket.send(packet, from.port, from.address, () => undefined);
    }
  });
  await once(socket.bind(port, address), 'listening');
  return socket;
}

async function listenTcp(address: string, port: number, respond: Respond): Promise<Server> {
  const server = createServer((connection) => {
    connection.on('error', () => undefined);
    connection.on('data', async (bytes) => {
      for (const packet of await respond(bytes.subarray(2), address, 'tcp')) {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(packet.length);
        connection.write(Buffer.concat([length, packet]));
      }
    });
  });
  await once(server.listen(port, address), 'listening');
  return server;
}

const OPT: Answer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: 4096,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: dnsPacket.DNSSEC_OK,
  flag_do: true,
  options: [],
};

function encodeReply(id: number, question: dnsPacket.Question, reply: Reply, dnssecOk: boolean): Buffer {
  const flags = (reply.aa ? dnsPacket.AUTHORITATIVE_ANSWER : 0) | dnsPacket.RECURSION_AVAILABLE | reply.rcode;
  return dnsPacket.encode({
    type: 'response',
    id,
    flags,
    questions: [question],
    answers: [...reply.answers] as Answer[],
    authorities: [...reply.authorities] as Answer[],
    additionals: dnssecOk ? [OPT] : [],
  });
}
