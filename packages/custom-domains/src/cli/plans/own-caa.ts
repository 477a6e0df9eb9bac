// CAA of a host as it is once the plan is deployed: what the plan sets, changes or removes decides. Pure.
import type { CaaAnswer, Observation } from '../../preflight/observation/observation.ts';
import { type Answer, type DnsRecord, failed, isConclusive } from '../../preflight/reader/answer.ts';
import type { PlannedHosts } from './planned-hosts.ts';
import type { PlannedRecord } from './records.ts';

export function withOwnCaa(observation: Observation, { caa }: PlannedHosts): Observation {
  const steps = observation.caa.map((step) => {
    const [had = [], sets = []] = [caa.had.get(step.name), caa.sets.get(step.name)];
    if (had.length + sets.length === 0) return step;
    const all = (step.differing ?? [step]).map((one) => amended(step.name, one, had, sets));
    const [first] = all;
    return { ...step, ...first, through: first?.through, wildcard: first?.wildcard, differing: undefined };
  });
  return { ...observation, caa: steps };
}

type Records = readonly PlannedRecord[];

function amended(name: string, answer: CaaAnswer, had: Records, sets: Records): CaaAnswer {
  if (sets.some(({ values }) => values === undefined))
    return { own: failed('no-server', 'the plan sets it, to values that are not known yet') };
  // Where the records of a name and type are not one set, those of others stay.
  const isWhole = sets.some(({ provider }) => provider !== 'cloudflare');
  const { own } = answer;
  if (!isWhole && !isConclusive(own)) return answer;
  const removed = new Set(had.flatMap(({ values = [] }) => values.map((one) => parsed(one).value)));
  const here = isConclusive(own) && own.kind === 'found' && !isWhole ? own.records : [];
  const left = here.filter((one) => !removed.has(parsed(one.value).value));
  const added = sets.flatMap(({ values = [] }) => values.map(parsed));
  const records = [...left, ...added.map((one) => ({ name, type: 'CAA', ttl: 0, ...one }))];
  const base = { authoritative: true, chain: [] };
  const planned: Answer =
    records.length > 0 ? { kind: 'found', ...base, records } : { kind: 'absent', ...base };
  return { own: planned };
}

const CAA = /^\s*(\d{1,3})\s+([a-z0-9]+)\s+(?:"((?:[^"\\]|\\.)*)"|(\S+))\s*$/i;

/** As the reader has it: formats write the value with and without quotes. */
function parsed(text: string): Pick<DnsRecord, 'value' | 'caa'> {
  const [, flags, tag = '', quoted, bare = ''] = CAA.exec(text) ?? [];
  if (flags === undefined) return { value: text };
  const caa = { flags: Number(flags), tag, value: quoted ?? bare };
  return { value: `${caa.flags} ${tag} "${caa.value}"`, caa };
}
