// Preflight of 1,000 hosts in 100 zones, half of them signed, with 20 ms added to each DNS response: time, memory, queries.
import { setTimeout as delay } from 'node:timers/promises';
import { check, createReader } from '@petstore/custom-domains/preflight';
import type { Internet, TestZone } from '../packages/custom-domains/test/preflight/internet.ts';
import { cloudflareHost } from '../packages/custom-domains/test/preflight/plans.ts';
import { withProcess } from './process.ts';
import { alone, type BenchRow, megabytes, middle, seconds } from './report.ts';

const RUNS = 3;
/** A server on the same continent has such a round trip. */
const ADDED_MS = 20;
/** As `npm run domains` has them: what was compiled is kept, and V8's young generation is small. */
const FLAGS = ['--require=./cli/installed.cjs', '--max-semi-space-size=16'];
const GOALS = { seconds: 1.4, megabytes: 200, questions: 10 };

type Dns = Awaited<ReturnType<typeof startInternet>>;
type Figures = Awaited<ReturnType<typeof measure>>;

export async function run(): Promise<BenchRow[]> {
  const all = await withProcess<Dns, Figures[]>(['preflight', 'startInternet'], async (dns) => {
    const figures: Figures[] = [];
    const measured = (one: Figures) => void figures.push(one);
    for (let run = 0; run <= RUNS; run++) await withProcess(['preflight', 'measure', dns], measured, FLAGS);
    // The first does not count: the DNS signs its zones in it, and its code is compiled, half a second of the processor.
    return figures.slice(1);
  });
  const { packets, findings } = all[0] as Figures;
  const what = `1,000 hosts, 100 zones, half signed, ${ADDED_MS} ms added to each response`;
  const questions = middle(all, (one) => one.questions / hosts.length);
  return [
    alone(`${what}: time`, middle(all, (one) => one.ms) / 1e3, GOALS.seconds, seconds, `${packets} packets`),
    alone(`${what}: memory`, middle(all, (one) => one.peakBytes) / 1e6, GOALS.megabytes, megabytes),
    alone(
      `${what}: queries for each host`,
      questions,
      GOALS.questions,
      (value) => value.toFixed(1),
      `${findings} findings`,
    ),
  ];
}

const ZONES = Array.from({ length: 100 }, (_, index) => `zone${index}.test`);
/** The records at each of a zone's ten hosts: as in a large stack, most are new, and some have conflicts. */
const KINDS = ['apex', 'address', 'elsewhere', 'deep', 'new', 'new', 'new', 'new', 'new', 'new'] as const;

const hosts = ZONES.flatMap((zone) =>
  KINDS.map((kind, index) => {
    const below = kind === 'deep' ? `h${index}.eu.${zone}` : `h${index}.${zone}`;
    return cloudflareHost(kind === 'apex' ? zone : below, zone);
  }),
);

/** Each zone has two servers; every second is signed, every fourth has CAA, every tenth a wildcard. */
function zoneData(zone: string, index: number): TestZone {
  const every = <T>(nth: number, value: T) => (index % nth === 0 ? value : undefined);
  const hostRecords = KINDS.map((kind, host) => {
    if (kind === 'address') return `h${host}.${zone} A 192.0.2.9`;
    return kind === 'elsewhere' ? `h${host}.${zone} CNAME edge.platform.test` : undefined;
  });
  const others = [every(4, `${zone} CAA 0 issue amazon.com`), every(10, `*.${zone} MX 10 mail.${zone}`)];
  return {
    on: [`127.0.0.${40 + (index % 10)}`, `127.0.0.${50 + (index % 10)}`],
    signed: every(2, { nsec3: every(4, { iterations: 0 }) }),
    records: [...hostRecords, ...others].filter((record) => record !== undefined),
  };
}

/** The DNS; the digests of the root's anchors, as JSON has buffers. */
export async function startInternet() {
  const { startDns } = await import('../packages/custom-domains/test/preflight/dns-server.ts');
  const signedTop: TestZone = { on: ['127.0.0.9'], signed: {} };
  const internet: Internet = {
    '': signedTop,
    test: signedTop,
    ...Object.fromEntries(ZONES.map((zone, index) => [zone, zoneData(zone, index)])),
    'platform.test': { on: ['127.0.0.60'], records: ['edge.platform.test A 192.0.2.1'] },
  };
  const dns = await startDns(internet, {
    misbehave: async (_query, reply) => {
      await delay(ADDED_MS);
      return [reply];
    },
  });
  return {
    resolver: dns.resolver,
    anchors: dns.anchors.flatMap((one) => (one.type === 'DS' ? one.data : [])),
  };
}

/** One preflight. The number of findings shows that the work was done. */
export async function measure({ resolver, anchors }: Dns) {
  const trustAnchors = anchors.map((one) => ({ ...one, digest: Buffer.from(one.digest) }));
  const reader = createReader({ resolver, authorityPort: Number(resolver.split(':')[1]), trustAnchors });
  const start = performance.now();
  const checked = await check(hosts, reader);
  const ms = performance.now() - start;
  const findings = checked.flatMap((one) => one.findings).length;
  return { ms, ...reader.statistics, peakBytes: process.resourceUsage().maxRSS * 1024, findings };
}
