// The DNS reader of a command, from its options.
import { createReader, loopbackPort, type Reader, ResolverError } from '../preflight/index.ts';
import { CommandLineError } from './command-line-error.ts';
import type { NetworkOptions } from './options.ts';

export function openReader(network: NetworkOptions, signal: AbortSignal): Reader {
  const { resolver, resolverOnly, timeoutMs, authorityPort = loopbackPort(resolver) } = network;
  try {
    return createReader({ resolver, resolverOnly, timeoutMs, authorityPort, signal });
  } catch (error) {
    if (!(error instanceof ResolverError)) throw error;
    throw new CommandLineError(`${error.message}.`, 'for example --resolver 1.1.1.1');
  }
}
