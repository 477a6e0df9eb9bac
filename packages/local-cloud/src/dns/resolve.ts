// The resolution of a question from all zones of the local internet, as resolver (RD set) or as authority. In one zone: RFC
// 1034 4.3.2 with wildcards (RFC 4592) and DNAME (RFC 6672).
import { climb } from '@petstore/custom-domains/names';
import type { ZoneRecord } from '../interfaces.ts';
import { aliasType, type RecordSets, type Zone } from './zone.ts';

export type Rcode = 'NOERROR' | 'FORMERR' | 'SERVFAIL' | 'NXDOMAIN' | 'NOTIMP' | 'REFUSED';

export interface Reply {
  readonly rcode: Rcode;
  /** The first records come from a zone that is served here. */
  readonly authoritative: boolean;
  /** The name that has the data: the end of the chain of CNAMEs and aliases. */
  readonly owner: string;
  readonly answers: Records;
  readonly authorities: Records;
}

type Records = readonly ZoneRecord[];

/** The longest chain of CNAMEs, as in BIND. Aliases of aliases have a limit of their own. */
const MAX_STEPS = 16;
const MAX_ALIASES = 4;

/** `recursive`: as a resolver, for which a delegation to servers that do not exist here is SERVFAIL, as is a loop; else as an authority. */
export function resolve(
  findZone: (name: string, type: string) => Zone,
  name: string,
  type: string,
  recursive: boolean,
  depth = 0,
): Reply {
  const chain: ZoneRecord[] = [];
  let owner = name;
  const failed: Reply = { rcode: 'SERVFAIL', authoritative: false, owner, answers: [], authorities: [] };
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const zone = findZone(owner, type);
    const found = lookUp(zone, owner, type);
    const reply = (rcode: Rcode, answers: Records, authorities: Records): Reply => {
      return { rcode, authoritative: true, owner, answers: [...chain, ...answers], authorities };
    };
    switch (found.kind) {
      case 'elsewhere':
        chain.push(...found.records);
        owner = found.target;
        continue;
      case 'found':
        return reply('NOERROR', found.records, []);
      case 'alias': {
        if (depth === MAX_ALIASES) return failed;
        const target = resolve(findZone, found.target, type, true, depth + 1);
        if (target.rcode === 'SERVFAIL') return target;
        const own = ownAddresses(target, type, owner, found.ttl);
        if (own.length === 0) return reply('NOERROR', [], soa(zone));
        return { ...reply('NOERROR', own, []), owner: target.owner };
      }
      case 'none':
        return reply(found.rcode, [], soa(zone));
      case 'referral':
        if (recursive) return failed;
        return { ...reply('NOERROR', [], found.records), authoritative: chain.length > 0 };
    }
  }
  return failed;
}

/** The target's addresses as those of the alias `name`, with the smallest TTL of all. */
function ownAddresses({ answers }: Reply, type: string, name: string, aliasTtl: number): ZoneRecord[] {
  const ttl = Math.min(aliasTtl, ...answers.map((record) => record.ttl));
  return answers.filter((record) => record.type === type).map((record) => ({ ...record, name, ttl }));
}

/** RFC 2308 3: the SOA of a negative answer, its TTL no more than the SOA's last field. */
function soa(zone: Zone): Records {
  return (zone.sets(zone.name)?.get('SOA') ?? []).map((record) => {
    const minimum = Number(record.value.split(' ').at(-1));
    return { ...record, ttl: Math.min(record.ttl, minimum) };
  });
}

type Lookup =
  | { readonly kind: 'found'; readonly records: Records }
  /** The records are a CNAME, or a DNAME with the CNAME synthesised from it. */
  | { readonly kind: 'elsewhere'; readonly records: Records; readonly target: string }
  | { readonly kind: 'alias'; readonly target: string; readonly ttl: number }
  | { readonly kind: 'referral'; readonly records: Records }
  | { readonly kind: 'none'; readonly rcode: 'NOERROR' | 'NXDOMAIN' };

/** `name` must be within the zone; both canonical. */
function lookUp(zone: Zone, name: string, type: string): Lookup {
  let encloser = zone.name;
  for (const at of fromApex(zone.name, name)) {
    const sets = zone.sets(at);
    if (sets === undefined) return wildcard(zone, encloser, name, type);
    // RFC 4035 3.1.4.1: at a zone cut, DS belongs to the parent.
    const cut = at === zone.name || (at === name && type === 'DS') ? undefined : sets.get('NS');
    if (cut !== undefined) return { kind: 'referral', records: cut };
    const dname = at === name ? undefined : sets.get('DNAME')?.[0];
    if (dname !== undefined) return redirect(dname, name, type);
    encloser = at;
  }
  return answer(zone.sets(name) ?? new Map(), name, type);
}

function fromApex(apex: string, name: string): string[] {
  const names = name === '' ? [''] : [...climb(name), ''];
  return names.slice(0, names.indexOf(apex) + 1).reverse();
}

/** RFC 4592 3.3.1: only the wildcard directly below the closest name that exists. */
function wildcard(zone: Zone, encloser: string, name: string, type: string): Lookup {
  const sets = zone.sets(encloser === '' ? '*' : `*.${encloser}`);
  return sets === undefined ? { kind: 'none', rcode: 'NXDOMAIN' } : answer(sets, name, type);
}

function answer(sets: RecordSets, name: string, type: string): Lookup {
  const found = sets.get(type);
  if (found !== undefined) return { kind: 'found', records: found.map((record) => ({ ...record, name })) };
  const alias = sets.get(aliasType(type))?.[0];
  if (alias !== undefined) return { kind: 'alias', target: alias.value, ttl: alias.ttl };
  const cname = sets.get('CNAME')?.[0];
  if (cname === undefined) return { kind: 'none', rcode: 'NOERROR' };
  return { kind: 'elsewhere', records: [{ ...cname, name }], target: cname.value };
}

function redirect(dname: ZoneRecord, name: string, type: string): Lookup {
  const prefix = name.slice(0, name.length - dname.name.length - (dname.name === '' ? 0 : 1));
  const target = dname.value === '.' ? prefix : `${prefix}.${dname.value}`;
  // RFC 6672 2.2 has a response code of its own for it, which no client here tells apart.
  if (target.length > 253) return { kind: 'none', rcode: 'NXDOMAIN' };
  const cname = { name, type: 'CNAME', ttl: dname.ttl, value: target };
  if (type === 'CNAME') return { kind: 'found', records: [dname, cname] };
  return { kind: 'elsewhere', records: [dname, cname], target };
}
