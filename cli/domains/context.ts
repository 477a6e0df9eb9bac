// What every command works with, from the options they share: the folder, the stack, and a DNS reader.
import { resolve } from 'node:path';
import {
  createReader,
  DNS_PORT,
  parseServer,
  type Reader,
  ResolverError,
} from '@petstore/custom-domains/preflight';
import { type Io, UsageError } from './io.ts';
import { type Local, readLocal } from './local-stack.ts';

/** The options that all commands have, as commander gives them. */
export interface SharedOptions {
  readonly stack?: string;
  readonly dir?: string;
  readonly outputs?: string;
  readonly resolver?: string;
  readonly resolverOnly?: boolean;
  readonly authorityPort?: number;
  /** Seconds for one DNS packet. */
  readonly timeout?: number;
}

export interface Context {
  readonly io: Io;
  readonly folder: string;
  readonly stack: string;
  readonly outputsFile?: string;
  /** The local cloud, where the stack is the local one and is being served. */
  readonly local?: Local;
  /** A fresh one: what it has read is kept for as long as it is used. */
  newReader(): Reader;
  /** What the options keep the reader from seeing. */
  readonly notes: readonly string[];
}

export function openContext(options: SharedOptions, io: Io): Context {
  const folder = resolve(io.folder, options.dir ?? '.');
  const running = readLocal(folder);
  const stack = options.stack ?? (running === undefined ? 'production' : 'local');
  const local = stack === 'local' ? running : undefined;
  const resolver = options.resolver ?? local?.dnsServer;
  const authorityPort = options.authorityPort ?? loopbackPort(resolver);
  const { resolverOnly = false, timeout } = options;
  const timeoutMs = timeout === undefined ? undefined : timeout * 1000;
  return {
    io,
    folder,
    stack,
    outputsFile: options.outputs,
    local,
    newReader: () => open({ resolver, authorityPort, resolverOnly, timeoutMs, signal: io.signal }),
    notes: resolverOnly ? [unseen] : [],
  };
}

const unseen =
  "asked through the resolver only: the zones' own servers, servers that lag or fail, and delegations were not seen, and what the resolver remembers may be old";

/** A resolver on the loopback at a port of its own is a small internet: the zones' servers answer there too. */
function loopbackPort(resolver: string | undefined): number | undefined {
  const server = resolver === undefined ? undefined : parseServer(resolver);
  if (server === undefined || server.port === DNS_PORT) return undefined;
  return server.address.startsWith('127.') || server.address === '::1' ? server.port : undefined;
}

function open(options: Parameters<typeof createReader>[0]): Reader {
  try {
    return createReader(options);
  } catch (error) {
    if (!(error instanceof ResolverError)) throw error;
    throw new UsageError(`${error.message}.`, 'for example --resolver 1.1.1.1');
  }
}
