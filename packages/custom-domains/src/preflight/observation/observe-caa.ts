// CAA of a host and of every name above it, read before anything is decided (RFC 8659 3).
import { climb, isWithin } from '../../names/dns-name.ts';
import type { Answer, Conclusive } from '../reader/answer.ts';
import { failed, isConclusive } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import type { CaaStep, HostView } from './observation.ts';
import type { Source } from './observe-host.ts';

/**
 * One step for each name from the host to its top-level domain. Within the zone its own servers are queried, so that
 * a record that was just fixed is seen at once; above it, and through CNAMEs, the resolver is.
 */
export function observeCaa(
  reader: Reader,
  sources: readonly Source[],
  zone: string,
  host: string,
  views: readonly HostView[],
): Promise<CaaStep[]> {
  return Promise.all(
    climb(host).map((name) => {
      if (!isWithin(name, zone) || sources.length === 0) return stepAtResolver(reader, name);
      return name === host ? hostStep(reader, sources, views, host) : step(reader, sources, name);
    }),
  );
}

/** The host's CNAME was queried already: where the name does not exist there is no CAA, and no query is needed. */
async function hostStep(
  reader: Reader,
  sources: readonly Source[],
  views: readonly HostView[],
  host: string,
): Promise<CaaStep> {
  const [first] = views.map((view) => view.answers.CNAME).filter((answer) => answer !== undefined);
  if (first?.kind === 'no-such-name') return { name: host, own: first };
  return step(reader, sources, host);
}

async function step(reader: Reader, sources: readonly Source[], name: string): Promise<CaaStep> {
  const answer = await firstConclusive(sources, name);
  return isConclusive(answer) && answer.chain.length > 0
    ? stepAtResolver(reader, name)
    : { name, own: answer };
}

async function stepAtResolver(reader: Reader, name: string): Promise<CaaStep> {
  const answer = await reader.resolve(name, 'CAA');
  if (!isConclusive(answer) || answer.chain.length === 0) return { name, own: answer };
  const target = answer.chain.findLast((record) => record.type === 'CNAME')?.value ?? name;
  const own: Conclusive = { kind: 'absent', authoritative: false, chain: answer.chain };
  return { name, own, through: { target, answer } };
}

async function firstConclusive(sources: readonly Source[], name: string): Promise<Answer> {
  let last: Answer = failed('no-server', `no server to query for CAA at ${name}`);
  for (const source of sources) {
    last = await source.query(name, 'CAA');
    if (last.kind !== 'failed') return last;
  }
  return last;
}
