// Sockets for queries over UDP, each at a random port, which a few queries use one after another.
import { createSocket, type Socket } from 'node:dgram';
import { formatServer, type Server } from './server.ts';

/**
 * RFC 5452 10: a forged response has to guess the port too. A port is of one query at a time, of few in all, and closed soon after. Its
 * socket is connected: it receives from the server's own address and port only, and reports an ICMP refusal.
 */
interface Port {
  readonly socket: Socket;
  left: number;
  closing?: NodeJS.Timeout;
  received: (bytes: Buffer) => void;
  failed: (error: Error) => void;
  send: (bytes: Buffer) => void;
}

/** A socket costs as much as the query. */
const QUERIES_OF_A_PORT = 16;
/** Milliseconds: a run has the next query by then, or none. */
const IDLE = 500;

/** By server. */
const idle = new Map<string, Port[]>();

export function takePort(server: Server): Port {
  const port = idle.get(formatServer(server))?.pop() ?? openPort(server);
  clearTimeout(port.closing);
  port.left--;
  return port;
}

function openPort({ address, port }: Server): Port {
  // What waits for a response is the timer of its query.
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4').unref();
  const waiting: Buffer[] = [];
  const opened: Port = {
    ...{ socket, left: QUERIES_OF_A_PORT, received: () => undefined, failed: () => undefined },
    send: (bytes) => void waiting.push(bytes),
  };
  socket.on('message', (bytes) => opened.received(bytes));
  socket.on('error', (error) => opened.failed(error));
  socket.once('connect', () => {
    opened.send = (bytes) => socket.send(bytes);
    for (const bytes of waiting) socket.send(bytes);
  });
  // Without a callback: a failure (no network) is then an `error` event, as every other failure is.
  socket.connect(port, address);
  return opened;
}

/** `isSound`: the server has responded, so that no late response can be for the next query. */
export function release(server: Server, port: Port, isSound: boolean): void {
  port.received = () => undefined;
  port.failed = () => undefined;
  if (!isSound || port.left === 0) {
    port.socket.close();
    return;
  }
  const key = formatServer(server);
  const ports = idle.get(key) ?? [];
  idle.set(key, ports);
  ports.push(port);
  port.closing = setTimeout(() => {
    port.socket.close();
    ports.splice(ports.indexOf(port), 1);
  }, IDLE).unref();
}
