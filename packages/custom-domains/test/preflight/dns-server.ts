// DNS servers for tests: real sockets on several loopback addresses and one port, which can misbehave packet by packet.
import { createSocket, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:net';
import type { Answer } from 'dns-packet';
import dnsPacket from 'dns-packet';
import { Fixture, type Internet, REFUSED, type Reply } from './internet.ts';

interface ReceivedQuery {
  /** The address that received it; `RESOLVER_ADDRESS` is the resolver's. */
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

export interface TestDns {
  readonly port: number;
  /** `address:port` */
  readonly resolver: string;
  readonly queries: readonly ReceivedQuery[];
  /** DS records of the root, where it is signed. */
  readonly anchors: readonly Answer[];
  close(): Promise<void>;
}

const RESOLVER_ADDRESS = '127.0.0.1';

/** Serves the internet: a resolver on 127.0.0.1 unless another address is given, and the zones' servers on their own addresses at the same port. */
export async function startDns(
  internet: Internet,
  options: { readonly misbehave?: Misbehaviour; readonly resolverAddress?: string } = {},
): Promise<TestDns> {
  const fixture = new Fixture(internet);
  const { resolverAddress = RESOLVER_ADDRESS } = options;
  const queries: ReceivedQuery[] = [];
  /** As Unbound's access control: a question that does not ask for recursion is refused. */
  const resolve = ({ name, type, recursion, dnssecOk }: ReceivedQuery, checkingDisabled: boolean): Reply =>
    recursion
      ? fixture.resolver(name, type, checkingDisabled, dnssecOk)
      : { aa: false, rcode: REFUSED, answers: [], authorities: [] };
  const respond = async (bytes: Buffer, server: string, transport: 'udp' | 'tcp') => {
    const packet = dnsPacket.decode(bytes);
    const question = packet.questions?.[0];
    if (question === undefined) return [];
    const name = question.name === '.' ? '' : question.name.toLowerCase();
    const opt = (packet.additionals ?? []).find((record) => record.type === 'OPT');
    const { type } = question;
    const dnssecOk = opt?.flag_do ?? false;
    const edns = opt !== undefined;
    const query = { server, name, type, transport, recursion: packet.flag_rd, edns, dnssecOk };
    queries.push(query);
    const reply =
      server === resolverAddress
        ? resolve(query, packet.flag_cd)
        : fixture.authority(server, name, type, dnssecOk);
    const encoded = encodeReply(packet.id ?? 0, question, reply, dnssecOk);
    return (await options.misbehave?.(query, encoded)) ?? [encoded];
  };
  const addresses = [resolverAddress, ...fixture.addresses];
  const { port, sockets } = await listen(addresses, respond);
  return {
    port,
    resolver: `${resolverAddress}:${port}`,
    queries,
    anchors: fixture.anchors,
    close: async () => {
      await Promise.all(sockets.map((close) => close()));
    },
  };
}

type Respond = (bytes: Buffer, server: string, transport: 'udp' | 'tcp') => Promise<readonly Buffer[]>;

/** One free port on every address; retries where the port is taken on one of them. */
async function listen(addresses: readonly string[], respond: Respond) {
  for (let tries = 0; tries < 20; tries++) {
    const sockets: (() => Promise<void>)[] = [];
    let port = 0;
    try {
      for (const address of addresses) {
        const udp = await listenUdp(address, port, respond);
        port = udp.address().port;
        sockets.push(() => new Promise((resolve) => udp.close(() => resolve())));
        const tcp = await listenTcp(address, port, respond);
        sockets.push(() => new Promise((resolve) => tcp.close(() => resolve())));
      }
      return { port, sockets };
    } catch {
      await Promise.all(sockets.map((close) => close()));
    }
  }
  throw new Error('no port is free on all addresses');
}

function listenUdp(address: string, port: number, respond: Respond): Promise<Socket> {
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
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, address, () => resolve(socket));
  });
}

function listenTcp(address: string, port: number, respond: Respond): Promise<Server> {
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
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => resolve(server));
  });
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
