// The first bytes of a TLS connection: the server name that the client sends, and the alert for an unknown one.
import type { Socket } from 'node:net';
import { getExtensionData, readTlsClientHello } from 'read-tls-client-hello';

/**
 * The server name (RFC 6066 3) of the client's first message, which stays unread for the TLS server.
 * Undefined: the client sends none, or the connection is not TLS.
 */
export async function readServerName(socket: Socket): Promise<string | undefined> {
  try {
    const { serverName } = getExtensionData(await readTlsClientHello(socket), 'sni') ?? {};
    return serverName;
  } catch {
    return undefined;
  }
}

/** Content type alert (21), TLS 1.2, two bytes: fatal (2), unrecognized_name (112). RFC 5246 7.2, RFC 6066 3. */
const UNRECOGNIZED_NAME = Buffer.from([21, 3, 3, 0, 2, 2, 112]);

/** RFC 6066 3: "If the server […] does not recognize the server name, the server SHOULD […] abort the handshake". */
export function refuseServerName(socket: Socket): void {
  socket.end(UNRECOGNIZED_NAME);
  socket.destroySoon();
}
