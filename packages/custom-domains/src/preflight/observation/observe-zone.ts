// A zone from outside: the servers that its parent names, their addresses, and each one's response about the zone.
import { setTimeout as delay } from 'node:timers/promises';
import { climb, isBelow, parentOf } from '../../names/dns-name.ts';
import { type Answer, type Failed, failed, isConclusive } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import type { Cut, Delegation, ZoneServer, ZoneState } from './observation.ts';

/** RFC 1034 4.2.1, RFC 2181 6: an SOA counts only in the answer section and with the queried name itself; an answer through a CNAME does
 * not show where the zone begins. After NXDOMAIN and NODATA the search continues one name up; any other response ends it. */
export async function findCut(reader: Reader, name: string): Promise<Cut> {
  const missing: string[] = [];
  for (const at of [...climb(name), '']) {
    const answer = await reader.resolve(at, 'SOA');
    if (answer.kind === 'failed') {
      if (await isAlias(reader, at, answer)) continue;
      return { kind: 'failed', at, failure: answer };
    }
    if (answer.kind === 'no-such-name' && answer.chain.length === 0) missing.push(at);
    if (answer.kind !== 'found' || answer.chain.some(({ type }) => type === 'CNAME')) continue;
    const soa = answer.records.find((record) => record.name === at);
    if (soa === undefined) continue;
    const minimum = Number(soa.value.split(' ').at(-1));
    return { kind: 'zone', name: at, negativeTtl: Math.min(soa.ttl, minimum), soa, missing };
  }
  const detail = `no name from ${name} up to the root has an SOA record at ${reader.resolver}`;
  return { kind: 'failed', at: '', failure: failed('no-server', detail) };
}

/** No zone begins at a CNAME, whatever is wrong with where it leads. */
async function isAlias(reader: Reader, name: string, { reason }: Failed): Promise<boolean> {
  return reason === 'servfail'
    ? (await reader.resolve(name, 'CNAME')).kind === 'found'
    : reason === 'cname-loop';
}

/** The servers that serve it; those that fail are in the zone's state already. */
export function serversOf({ servers }: ZoneState) {
  return servers.flatMap(({ label, address, own }) =>
    address === undefined || own.kind === 'failed' ? [] : [{ label, address }],
  );
}

/** The number of servers of a zone that are queried at most. The root has 13, other zones seldom more than 8. */
const MAX_SERVERS = 13;

/** Read once a run, for all hosts of the zone. `known`: the delegation, where a referral showed it already. */
export async function observeZone(reader: Reader, name: string, known?: Delegation): Promise<ZoneState> {
  if (reader.resolverOnly) return { name, delegation: { kind: 'unseen' }, servers: [] };
  if (known !== undefined) return readZone(reader, name, known);
  return reader.once(
    `zone ${name}`,
    async (run) => readZone(run, name, await readDelegation(run, name)),
    (failure) => ({ name, delegation: failure, servers: [] }),
  );
}

async function readZone(reader: Reader, name: string, delegation: Delegation): Promise<ZoneState> {
  const names =
    delegation.kind === 'delegated' ? delegation.nameServers : await nameServersAtResolver(reader, name);
  const servers = await Promise.all(
    names.slice(0, MAX_SERVERS).map((one) => readServer(reader, name, one, names)),
  );
  return { name, delegation, servers };
}

/** An authoritative answer, or a referral to a zone below, as it is; a failure where the server is not an authority for the zone. RFC 1034
 * 4.3.2 step 3b: a server refers only downwards from a zone that it has. */
export async function queryAuthority(
  reader: Reader,
  server: { readonly zone: string; readonly label: string; readonly address: string },
  name: string,
  type: string,
): Promise<Answer> {
  const answer = await reader.query(server.address, name, type);
  // A loop is of the names, from wherever it is read.
  if (answer.kind === 'failed' && answer.reason !== 'cname-loop')
    return { ...answer, detail: `${server.label.split(' ')[0]}: ${answer.detail}` };
  if (answer.kind === 'referral' && !isBelow(answer.zone, server.zone)) {
    const detail = `${server.label} does not serve ${server.zone}: it refers to ${answer.zone || 'the root'}`;
    return failed('not-authoritative', detail);
  }
  if (isConclusive(answer) && !answer.authoritative) {
    const isWildcard = answer.kind === 'found' && name !== server.zone;
    const known = isWildcard ? ', as MaraDNS does with the records of a wildcard' : '';
    const detail = `${server.label} responds for ${name} without being its authority (AA)${known}`;
    return failed('not-authoritative', detail);
  }
  return answer;
}

/** Milliseconds; longer than most servers take, so that usually only one is queried. */
const NEXT_AFTER = 250;

/** One of the parent's own servers is enough: the next one is queried where none has responded within a moment. The root has no parent. */
async function readDelegation(reader: Reader, zone: string): Promise<Delegation> {
  const above = parentOf(zone);
  if (above === undefined) return { kind: 'unseen' };
  // Nearly always the name above is the parent zone: its servers are asked for at once.
  void reader.resolve(above, 'NS');
  const parent = await findCut(reader, above);
  if (parent.kind === 'failed') return parent.failure;
  const servers = await nameServersAtResolver(reader, parent.name);
  const queried: Promise<Delegation>[] = [];
  for (const server of servers.slice(0, MAX_SERVERS)) {
    queried.push(delegationAt(reader, server, zone, parent.name));
    const moment = delay(NEXT_AFTER, undefined, { ref: false });
    const found = await Promise.race([firstUsable(queried), moment]);
    if (found !== undefined) return found;
  }
  const unknown = failed('no-server', `no server of ${parent.name || 'the root'} is known`);
  return (await firstUsable(queried)) ?? (await queried.at(-1)) ?? unknown;
}

/** Undefined: all of them have failed. */
function firstUsable(all: readonly Promise<Delegation>[]): Promise<Delegation | undefined> {
  const usable = all.map(async (one) => {
    const delegation = await one;
    if (delegation.kind === 'failed') throw new Error(delegation.detail);
    return delegation;
  });
  return Promise.any(usable).catch(() => undefined);
}

async function delegationAt(
  reader: Reader,
  server: string,
  zone: string,
  parent: string,
): Promise<Delegation> {
  const found = await addressOf(reader, server);
  if (found.kind === 'failed') return found;
  const delegation = delegationIn(await reader.query(found.address, zone, 'NS'), zone, parent);
  if (delegation.kind !== 'failed') return delegation;
  return { ...delegation, detail: `${server}: ${delegation.detail}` };
}

/** A referral to the zone, or its NS records where one server has both parent and child. */
function delegationIn(answer: Answer, zone: string, parent: string): Delegation {
  if (answer.kind === 'failed') return answer;
  if (answer.kind === 'found') return { kind: 'delegated', nameServers: valuesOf(answer) };
  if (answer.kind !== 'referral') {
    if (answer.authoritative) return { kind: 'none' };
    const detail = `the parent's server has no authority to say whether ${zone} is delegated`;
    return failed('not-authoritative', detail);
  }
  if (answer.zone === zone) return { kind: 'delegated', nameServers: answer.nameServers };
  // Upwards: the server does not serve the parent. Downwards but not to the zone: a zone between the two.
  if (isBelow(answer.zone, parent)) return { kind: 'none' };
  const detail = `a server of ${parent || 'the root'} refers to ${answer.zone || 'the root'}`;
  return failed('not-authoritative', detail);
}

async function nameServersAtResolver(reader: Reader, zone: string): Promise<readonly string[]> {
  return valuesOf(await reader.resolve(zone, 'NS'));
}

function valuesOf(answer: Answer): string[] {
  return answer.kind === 'found' ? answer.records.map(({ value }) => value) : [];
}

async function readServer(
  reader: Reader,
  zone: string,
  name: string,
  delegated: readonly string[],
): Promise<ZoneServer> {
  const found = await addressOf(reader, name);
  if (found.kind === 'failed') return { label: name, own: found };
  const server = { label: `${name} (${found.address})`, address: found.address };
  const answer = await queryAuthority(reader, { ...server, zone }, zone, 'NS');
  if (answer.kind === 'failed') return { ...server, own: answer };
  if (answer.kind === 'found') return { ...server, own: { kind: 'serves', nameServers: valuesOf(answer) } };
  if (isConclusive(answer) && answer.chain.length > 0) {
    // PowerDNS 4.7.3 responds to NS with a CNAME that it has at the apex, and to SOA with the SOA record.
    const soa = await queryAuthority(reader, { ...server, zone }, zone, 'SOA');
    if (soa.kind === 'found') return { ...server, own: { kind: 'serves', nameServers: delegated } };
  }
  return { ...server, own: failed('not-authoritative', `${server.label} does not serve ${zone}`) };
}

/** The first IPv4 address, else the first IPv6 address where this machine has IPv6. */
async function addressOf(
  reader: Reader,
  name: string,
): Promise<{ readonly kind: 'address'; readonly address: string } | Failed> {
  const four = await reader.resolve(name, 'A');
  if (four.kind === 'found' && four.records[0]) return { kind: 'address', address: four.records[0].value };
  const six = await reader.resolve(name, 'AAAA');
  if (six.kind === 'found' && six.records[0]) {
    const address = six.records[0].value;
    if (reader.reaches(address)) return { kind: 'address', address };
    return failed('no-server', `${name} has only ${address}, and this machine has no IPv6`);
  }
  const failure = [four, six].find((answer) => answer.kind === 'failed');
  if (failure) return { ...failure, detail: `the address of ${name}: ${failure.detail}` };
  return failed('no-address', `the name server ${name} has no address`);
}
