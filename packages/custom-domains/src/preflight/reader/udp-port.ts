// Sockets for queries over UDP, each at a random port: several for a server, and each for a few queries.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { formatServer, type Server } from './server.ts';

/** What a query does with every packet that its port receives, and with a failure of the network. */
export interface Receiver {
  readonly received: (bytes: Buffer) => void;
  readonly failed: (error: Error) => void;
}

/**
 * RFC 5452 10: a forged response has to guess the port too. Queries that wait at the same time have several ports, and a port is of few
 * queries in all, and closed soon after. Its socket is connected: it receives from the server's own address and port only, and reports
 * an ICMP refusal.
 */
interface Port {
  readonly receivers: Set<Receiver>;
  /** The number of queries that it may still send. */
  left: number;
  send: (bytes: Buffer) => void;
  /** After the last of its queries: waits for another one, or closes the socket. */
  rest: () => void;
}

/** A socket costs as much as the query. */
const QUERIES_OF_A_PORT = 16;
const PORTS_OF_A_SERVER = 8;
/** Milliseconds: a run has the next query by then, or none. */
const IDLE = 500;

/** Those that may send, by server. */
const open = new Map<string, Set<Port>>();

/** Sends a query. Call the result at its end; `isSound`: the server has responded, so that the port may send again. */
export function sendFrom(server: Server, bytes: Buffer, receiver: Receiver): (isSound: boolean) => void {
  const key = formatServer(server);
  const ports = open.get(key) ?? new Set();
  open.set(key, ports);
  const all = [...ports];
  const isFull = all.length === PORTS_OF_A_SERVER;
  const free =
    all.find(({ receivers }) => receivers.size === 0) ?? (isFull ? all[randomInt(all.length)] : undefined);
  const port = free ?? openPort(server, ports);
  port.receivers.add(receiver);
  port.send(bytes);
  if (--port.left === 0) ports.delete(port);
  return (isSound) => {
    port.receivers.delete(receiver);
    if (!isSound) {
      port.left = 0;
      ports.delete(port);
    }
    if (port.receivers.size === 0) port.rest();
  };
}

function openPort({ address, port }: Server, ports: Set<Port>): Port {
  // What waits for a response is the timer of its query.
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4').unref();
  const waiting: Buffer[] = [];
  const receivers = new Set<Receiver>();
  const closing = setTimeout(() => {
    if (receivers.size === 0) close();
  }, IDLE).unref();
  const close = () => {
    ports.delete(opened);
    clearTimeout(closing);
    socket.close();
  };
  const opened: Port = {
    receivers,
    left: QUERIES_OF_A_PORT,
    send: (bytes) => void waiting.push(bytes),
    rest: () => (opened.left === 0 ? close() : void closing.refresh()),
  };
  ports.add(opened);
  socket.on('message', (bytes) => {
    for (const receiver of receivers) receiver.received(bytes);
  });
  socket.on('error', (error) => {
    for (const receiver of receivers) receiver.failed(error);
  });
  socket.once('connect', () => {
    opened.send = (bytes) => socket.send(bytes);
    for (const bytes of waiting) socket.send(bytes);
  });
  // Without a callback: a failure (no network) is then an `error` event, as every other failure is.
  socket.connect(port, address);
  return opened;
}
