// The local cloud, where the engine deploys into it: `.local/pulumi.env` has its address.

import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { printable, shown } from '@petstore/custom-domains/output';
import type { ReaderOptions } from '@petstore/custom-domains/preflight';
import * as pulumi from '@pulumi/pulumi';
import type { CloudAccess } from '../release/access.ts';

/** Empty for any other cloud. */
export interface LocalEnvironment {
  /** The HTTPS port of its hosts; 443 by default. */
  readonly publicPort?: number;
  /** The PEM file of the authority that issues its certificates; a public one by default. */
  readonly authorityFile?: string;
  /** Where preflight reads DNS; the system's resolvers by default. */
  readonly dns?: ReaderOptions;
  /** Its CodeDeploy and Lambda; by default, what AWS's tools use. */
  readonly access?: Omit<CloudAccess, 'region'>;
  /** Its clock, where it has one of its own; milliseconds since 1970. The machine's by default. */
  readonly now?: () => number;
}

const CONNECT_LIMIT_MS = 2_000;

/** Empty for any other cloud. PETSTORE_LOCAL_CLOCK: milliseconds by which its clock is ahead. Throws where the local one
 * does not run: the engine would wait without a message. */
export async function localEnvironment(): Promise<LocalEnvironment> {
  const {
    PETSTORE_LOCAL_PORT: port,
    PETSTORE_LOCAL_DNS: resolver,
    PETSTORE_LOCAL_CA: authorityFile,
    PETSTORE_LOCAL_API: apiFile,
    PETSTORE_LOCAL_CLOCK: ahead,
  } = process.env;
  if (port === undefined || resolver === undefined) return {};
  if (!(await isListening(Number(port)))) {
    const what = shown`no local cloud listens at port ${port}, the port in .local/pulumi.env`;
    const fix = shown`start it again with npm run local -- --engine and source the file again, or use a shell without it`;
    throw new pulumi.RunError(printable(shown`${what}: ${fix}`));
  }
  const hasAccess = apiFile !== undefined && existsSync(apiFile);
  return {
    publicPort: Number(port),
    dns: localDns(resolver),
    authorityFile,
    now: ahead ? () => Date.now() + Number(ahead) : undefined,
    access: hasAccess ? JSON.parse(readFileSync(apiFile, 'utf8')) : undefined,
  };
}

/** The local cloud's DNS server, `address:port`, is the resolver and the authoritative server, of zones that are not signed. */
export function localDns(resolver: string): ReaderOptions {
  return { resolver, authorityPort: Number(resolver.split(':').pop()), trustAnchors: [] };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', signal: AbortSignal.timeout(CONNECT_LIMIT_MS) });
  const connected = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  return connected.finally(() => socket.destroy());
}

const VARIABLE = 'PETSTORE_PLANNED_AT';

/** Milliseconds since 1970. What is kept until a time is judged at this one if it is in the past: it can make a run keep
 * something longer, and never delete it sooner. */
export function plannedAt(environment: NodeJS.ProcessEnv): number | undefined {
  const { [VARIABLE]: text } = environment;
  if (text === undefined || text === '') return undefined;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new pulumi.RunError(
    printable(shown`${VARIABLE} is not a time: write it as ${new Date(0).toISOString()}, or leave it out`),
  );
}
