// CAA of a host and of every name above it, read before anything is decided (RFC 8659 3).
import { climb, isWithin, parentOf } from '../../names/dns-name.ts';
import { type Answer, type Conclusive, failed, isConclusive } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import type { CaaAnswer, CaaStep, HostView, ZoneState } from './observation.ts';
import { type Source, sourcesOf } from './observe-host.ts';

/** One step for each name from the host to its top-level domain. Within the zone each of its own servers is queried, so that a record that
 * was just fixed is seen at once; above it, and through CNAMEs, the resolver is. */
export function observeCaa(
  reader: Reader,
  zone: ZoneState,
  host: string,
  views: readonly HostView[],
): Promise<CaaStep[]> {
  const key = [zone.name, ...zone.servers.map(({ label }) => label)].join(' ');
  const ofHost = async (): Promise<CaaStep> => {
    // Where no type exists at the host on any server there is no CAA, and no query is needed.
    const absent = noSuchHost(views);
    return absent === undefined ? step(reader, zone, host) : { name: host, own: absent };
  };
  const above = climb(parentOf(host) ?? '').map((name) =>
    reader.once(
      `CAA ${name} ${key}`,
      (run) => step(run, zone, name),
      (own): CaaStep => ({ name, own }),
    ),
  );
  return Promise.all([ofHost(), ...above]);
}

/** NXDOMAIN of every server, for each type that was queried. */
function noSuchHost(views: readonly HostView[]): Answer | undefined {
  const answers = views.flatMap((view) => Object.values(view.answers));
  return answers.every(({ kind }) => kind === 'no-such-name') ? answers[0] : undefined;
}

async function step(reader: Reader, zone: ZoneState, name: string): Promise<CaaStep> {
  const sources = isWithin(name, zone.name) ? sourcesOf(reader, zone) : [];
  if (sources.length === 0) return { name, ...(await atResolver(reader, name)) };
  const all = await Promise.all(sources.map((source) => atServer(reader, source, zone.name, name)));
  // A resolver that gets no answer from one server queries another.
  const differing = all
    .map((answer, index) => ({ ...answer, server: sources[index]?.label ?? '' }))
    .filter(({ own }) => own.kind !== 'failed');
  const first = all.find(({ own }) => own.kind !== 'failed') ?? (all[0] as CaaAnswer);
  const isSame = new Set(differing.map(({ own }) => contentOf(own))).size < 2;
  return { name, ...first, differing: isSame ? undefined : differing };
}

async function atServer(reader: Reader, source: Source, zone: string, name: string): Promise<CaaAnswer> {
  const own = await source.query(name, 'CAA');
  if (own.kind === 'referral') {
    return { own: failed('not-authoritative', `${source.label} refers to ${own.zone} for CAA at ${name}`) };
  }
  const isAlias = isConclusive(own) && own.chain.length > 0;
  const answer = isAlias ? await atResolver(reader, name) : { own };
  if (name === zone || contentOf(own) === '') return answer;
  // The alias of a name beside it was queried for already, where the host itself is one.
  const type = isAlias ? 'CNAME' : 'CAA';
  return { ...answer, wildcard: await wildcardOf(reader, { ...source, zone }, name, type, contentOf(own)) };
}

/** RFC 4592: a name beside it and one below it have the same, so that nothing exists at the name itself. */
async function wildcardOf(
  { probeLabel }: Reader,
  { query, zone }: Source & { readonly zone: string },
  name: string,
  type: string,
  content: string,
) {
  let parent = parentOf(name) ?? '';
  const isBelow = async (at: string) => contentOf(await query(`${probeLabel}.${at}`, type)) === content;
  if (!(await isBelow(parent)) || !(await isBelow(name))) return undefined;
  while (parent !== zone && (await isBelow(parentOf(parent) ?? ''))) parent = parentOf(parent) ?? '';
  return `*.${parent}`;
}

async function atResolver(reader: Reader, name: string): Promise<CaaAnswer> {
  const answer = await reader.resolve(name, 'CAA');
  if (!isConclusive(answer) || answer.chain.length === 0) return { own: answer };
  const target = answer.chain.findLast((record) => record.type === 'CNAME')?.value ?? name;
  const own: Conclusive = { kind: 'absent', authoritative: false, chain: answer.chain };
  return { own, through: { target, answer } };
}

/** What an answer comes to: the CNAME, else the properties; nothing where there is neither. */
export function caaTexts(answer: Answer): string[] {
  if (!isConclusive(answer)) return [];
  const [alias] = answer.chain;
  const properties = answer.kind === 'found' ? answer.records : [];
  return (alias === undefined ? properties : [alias]).map(({ type, value }) => `${type} ${value}`);
}

const contentOf = (answer: Answer): string => caaTexts(answer).join('\n');
