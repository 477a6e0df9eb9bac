// The DNS of the benchmark, in its own process. The first argument is the delay of every response in milliseconds.
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from 'dns-packet';
import { startDns } from '../../packages/custom-domains/test/preflight/dns-server.ts';
import { internet } from './hosts.ts';

const addedMs = Number(process.argv[2]);

const dns = await startDns(internet, {
  misbehave: async (_query, reply) => {
    await delay(addedMs);
    return [reply];
  },
});
process.send?.({ resolver: dns.resolver, anchors: dns.anchors.map(anchorOf) });

process.once('disconnect', () => process.exit());

/** A DS record in a form that a message between processes can have. */
function anchorOf(record: Answer) {
  if (record.type !== 'DS') throw new Error('the anchors of the root are DS records');
  return { ...record.data, digest: record.data.digest.toString('hex') };
}
