// One run of the preflight over the given hosts, in a process of its own so that its memory is its own.
import { check, createReader } from '@petstore/custom-domains/preflight';
import { hosts } from './hosts.ts';

/** What the parent sends. */
export interface CheckOrder {
  readonly resolver: string;
  /** This host alone: shows how many questions wait for each other. */
  readonly only?: string;
}

export interface CheckFigures {
  readonly hosts: number;
  readonly ms: number;
  readonly questions: number;
  readonly packets: number;
  readonly peakBytes: number;
  /** How many findings there were by code: the work was really done. */
  readonly findings: Readonly<Record<string, number>>;
}

process.once('message', async ({ resolver, only }: CheckOrder) => {
  const wanted = only === undefined ? hosts : hosts.filter(({ host }) => host === only);
  const figures = await measure(wanted, resolver);
  process.send?.(figures, () => process.disconnect());
});

async function measure(wanted: typeof hosts, resolver: string): Promise<CheckFigures> {
  const reader = createReader({ resolver, authorityPort: Number(resolver.split(':')[1]) });
  const start = performance.now();
  const checked = await check(wanted, reader);
  const ms = performance.now() - start;
  const codes = checked.flatMap(({ findings }) => findings.map(({ code }) => code));
  const findings = Object.fromEntries(
    [...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]),
  );
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  return { hosts: wanted.length, ms, ...reader.statistics, peakBytes, findings };
}
