// Preflight of one host, as the program's resource hook runs it before the host's first resource is made. No Pulumi here.
import type { HostFacts } from '../plan/types.ts';
import type { Finding } from './finding.ts';
import { observe } from './observe/observe.ts';
import type { Reader } from './reader/reader.ts';
import { findingsOf } from './rules/index.ts';

export { formatFindings } from './format.ts';

/** All findings; a `blocked` one is to stop the host, a `warning` is to be logged. Never throws for what DNS does. */
export async function preflightHost(host: HostFacts, reader: Reader): Promise<Finding[]> {
  return findingsOf(host, await observe(host, reader));
}
