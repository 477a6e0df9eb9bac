// One preflight of the given hosts, in its own process, so that its memory can be measured.
import { check, createReader } from '@petstore/custom-domains/preflight';
import { hosts } from './hosts.ts';

/** The argument, as JSON. */
export interface CheckOrder {
  readonly resolver: string;
  /** DS records of the root's keys, each digest as JSON has a buffer. */
  readonly anchors: NonNullable<NonNullable<Parameters<typeof createReader>[0]>['trustAnchors']>;
}

export interface CheckFigures {
  readonly hosts: number;
  readonly ms: number;
  readonly questions: number;
  readonly packets: number;
  readonly peakBytes: number;
  /** Their number shows that the work was done. */
  readonly findings: number;
}

async function measure({ resolver, anchors }: CheckOrder): Promise<CheckFigures> {
  const trustAnchors = anchors.map((one) => ({ ...one, digest: Buffer.from(one.digest) }));
  const authorityPort = Number(resolver.split(':')[1]);
  const reader = createReader({ resolver, authorityPort, trustAnchors });
  const start = performance.now();
  const checked = await check(hosts, reader);
  const ms = performance.now() - start;
  const findings = checked.flatMap((one) => one.findings).length;
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  return { hosts: hosts.length, ms, ...reader.statistics, peakBytes, findings };
}

const figures = await measure(JSON.parse(process.argv[2] ?? '') as CheckOrder);
process.send?.(figures, () => process.exit());
