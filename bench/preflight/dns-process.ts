// The DNS of the benchmark, in its own process. The first argument is the delay of every response in milliseconds.
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
const anchors = dns.anchors.map((record) => record.type === 'DS' && record.data);
process.send?.({ resolver: dns.resolver, anchors });
process.once('disconnect', () => process.exit());
