// The internet of the benchmark, in a process of its own: every answer is held back by as many milliseconds as the first argument says.
import { setTimeout as delay } from 'node:timers/promises';
import { startDns } from '../../packages/custom-domains/test/preflight/dns-server.ts';
import { internet } from './hosts.ts';

const addedMs = Number(process.argv[2]);

const dns = await startDns(internet, {
  misbehave: async (_query, reply) => {
    await delay(addedMs);
    return [reply];
  },
});
process.send?.({ resolver: dns.resolver });
process.once('disconnect', () => process.exit());
