// The resolution of a question from all zones of the local internet, as resolver (RD set) or as authority.
import type { ZoneRecord } from '../interfaces.ts';
import { type Lookup, lookUp } from './lookup.ts';
import type { Zone } from './zone.ts';

export type Rcode = 'NOERROR' | 'FORMERR' | 'SERVFAIL' | 'NXDOMAIN' | 'NOTIMP' | 'REFUSED' | 'YXDOMAIN';

export interface Reply {
  readonly rcode: Rcode;
  /** The first records come from a zone that is served here. */
  readonly authoritative: boolean;
  /** The name that has the data: the end of the chain of CNAMEs and aliases. */
  readonly owner: string;
  readonly answers: readonly ZoneRecord[];
  readonly authorities: readonly ZoneRecord[];
}

/** The zone of a name and type: the deepest that is served; for DS at a zone cut, the parent. */
export type FindZone = (name: string, type: string) => Zone;

function failed(owner: string): Reply {
  return { rcode: 'SERVFAIL', authoritative: false, owner, answers: [], authorities: [] };
}

/** The longest chain of CNAMEs, as in BIND. Aliases of aliases have a limit of their own. */
export const MAX_STEPS = 16;
const MAX_ALIASES = 4;

/**
 * Follows CNAMEs, DNAMEs and aliases across zones. `recursive`: as a resolver, for which a delegation to servers that
 * do not exist here is SERVFAIL, as is a loop; otherwise as an authority, which returns a referral.
 */
export function resolve(
  findZone: FindZone,
  name: string,
  type: string,
  recursive: boolean,
  depth = 0,
): Reply {
  const answers: ZoneRecord[] = [];
  let at = name;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const zone = findZone(at, type);
    const found = lookUp(zone, at, type);
    if (found.kind !== 'elsewhere')
      return finish({ findZone, zone, type, recursive, depth }, answers, at, found);
    answers.push(...found.records);
    at = found.target;
  }
  return failed(at);
}

type CreateReply = (
  rcode: Rcode,
  answers: readonly ZoneRecord[],
  authorities: readonly ZoneRecord[],
) => Reply;

interface End {
  readonly findZone: FindZone;
  readonly zone: Zone;
  readonly type: string;
  readonly recursive: boolean;
  readonly depth: number;
}

function finish(
  end: End,
  chain: readonly ZoneRecord[],
  at: string,
  found: Exclude<Lookup, { kind: 'elsewhere' }>,
): Reply {
  const reply: CreateReply = (rcode, answers, authorities) => {
    return { rcode, authoritative: true, owner: at, answers: [...chain, ...answers], authorities };
  };
  switch (found.kind) {
    case 'found':
      return reply('NOERROR', found.records, []);
    case 'alias':
      return addresses(end, at, found, reply);
    case 'no-data':
      return reply('NOERROR', [], soa(end.zone));
    case 'no-name':
      return reply('NXDOMAIN', [], soa(end.zone));
    case 'too-long':
      return reply('YXDOMAIN', found.records, []);
    case 'referral':
      if (end.recursive) return failed(at);
      return { ...reply('NOERROR', [], found.records), authoritative: chain.length > 0 };
  }
}

/** The target's addresses as the alias's own, with the smaller of the two TTLs. */
function addresses(
  end: End,
  name: string,
  alias: { target: string; ttl: number },
  reply: CreateReply,
): Reply {
  if (end.depth === MAX_ALIASES) return failed(name);
  const target = resolve(end.findZone, alias.target, end.type, true, end.depth + 1);
  if (target.rcode === 'SERVFAIL') return target;
  const records = target.answers.filter(({ type }) => type === end.type);
  if (records.length === 0) return reply('NOERROR', [], soa(end.zone));
  const ttl = Math.min(alias.ttl, ...target.answers.map((record) => record.ttl));
  const own = records.map((record) => ({ ...record, name, ttl }));
  return { ...reply('NOERROR', own, []), owner: target.owner };
}

/** RFC 2308 3: the SOA of a negative answer, its TTL no more than the SOA's last field. */
function soa(zone: Zone): readonly ZoneRecord[] {
  return (zone.sets(zone.name)?.get('SOA') ?? []).map((record) => {
    const minimum = Number(record.value.split(' ').at(-1));
    return { ...record, ttl: Math.min(record.ttl, minimum) };
  });
}
