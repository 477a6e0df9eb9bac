// Whether the engine deploys into the local cloud: then `.local/pulumi.env` says where that is.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { ReaderOptions } from '@petstore/custom-domains/preflight';
import * as pulumi from '@pulumi/pulumi';

export interface LocalEnvironment {
  /** Where its hosts answer. */
  readonly publicPort?: number;
  readonly dns?: ReaderOptions;
}

const CONNECT_LIMIT_MS = 2_000;

/** Empty for any other cloud. Throws where the local one does not run: the engine itself would wait, and not say why. */
export async function localEnvironment(): Promise<LocalEnvironment> {
  const { PETSTORE_LOCAL_PORT: port, PETSTORE_LOCAL_DNS: resolver } = process.env;
  if (port === undefined || resolver === undefined) return {};
  if (!(await answers(Number(port)))) {
    throw new pulumi.RunError(
      `no local cloud answers at port ${port}, where .local/pulumi.env says it is: start it again with npm run local -- --engine and source the file anew, or use a shell without it`,
    );
  }
  return { publicPort: Number(port), dns: localDns(resolver) };
}

/** The local cloud's DNS server, `address:port`, is resolver and authority both. */
export function localDns(resolver: string): ReaderOptions {
  return { resolver, authorityPort: Number(resolver.split(':').pop()) };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', signal: AbortSignal.timeout(CONNECT_LIMIT_MS) });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
