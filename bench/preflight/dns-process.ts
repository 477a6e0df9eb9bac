// The internet of the benchmark, in a process of its own: every answer is held back by 20 ms.
import { setTimeout as delay } from 'node:timers/promises';
import { startDns } from '../../test/preflight/dns-server.ts';
import { internet } from './hosts.ts';

/** A round trip to a server on the same continent. */
export const addedMs = 20;

const dns = await startDns(internet, {
  misbehave: async (_query, reply) => {
    await delay(addedMs);
    return [reply];
  },
});
process.send?.({ resolver: dns.resolver });
process.once('disconnect', () => process.exit());
