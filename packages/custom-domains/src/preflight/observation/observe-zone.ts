// A zone from outside: the servers that its parent names, their addresses, and each one's response about the zone.
import { parentOf } from '../../names/dns-name.ts';
import type { Answer, Failed } from '../reader/answer.ts';
import { failed, isConclusive } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import type { Delegation, ZoneServer, ZoneState } from './observation.ts';
import { findCut } from './zone-cut.ts';

/** At most so many servers of a zone are queried; the root has 13, others seldom more than 8. */
const MAX_SERVERS = 13;

export async function observeZone(reader: Reader, name: string): Promise<ZoneState> {
  if (reader.resolverOnly) return { name, delegation: { kind: 'unseen' }, servers: [] };
  const delegation = await readDelegation(reader, name);
  const names =
    delegation.kind === 'delegated' ? delegation.nameServers : await nameServersAtResolver(reader, name);
  const servers = await Promise.all(names.slice(0, MAX_SERVERS).map((one) => readServer(reader, name, one)));
  return { name, delegation, servers };
}

/** An authoritative answer as it is; a failure where the server is not an authority for the zone. */
export async function queryAuthority(
  reader: Reader,
  server: { label: string; address: string },
  name: string,
  type: string,
): Promise<Answer> {
  const answer = await reader.query(server.address, name, type);
  if (answer.kind === 'failed')
    return { ...answer, detail: `${server.label.split(' ')[0]}: ${answer.detail}` };
  if (isConclusive(answer) && !answer.authoritative) {
    return failed('not-authoritative', `${server.label} responds for ${name} without being its authority`);
  }
  return answer;
}

/** The parent's own servers are queried in turn until one responds. The root has no parent. */
async function readDelegation(reader: Reader, zone: string): Promise<Delegation> {
  const above = parentOf(zone);
  if (above === undefined) return { kind: 'unseen' };
  const parent = await findCut(reader, above);
  if (parent.kind === 'failed') return parent.failure;
  let last: Failed = failed('no-server', `no server of ${parent.name || 'the root'} is known`);
  for (const name of (await nameServersAtResolver(reader, parent.name)).slice(0, MAX_SERVERS)) {
    const address = await addressOf(reader, name);
    if (address.kind === 'failed') {
      last = address;
      continue;
    }
    const answer = await reader.query(address.address, zone, 'NS');
    const delegation = delegationIn(answer, zone);
    if (delegation.kind !== 'failed') return delegation;
    last = { ...delegation, detail: `${name}: ${delegation.detail}` };
  }
  return last;
}

/** A referral to the zone, or its NS records where one server has both parent and child. */
function delegationIn(answer: Answer, zone: string): Delegation {
  if (answer.kind === 'failed') return answer;
  if (answer.kind === 'referral') {
    return answer.zone === zone ? { kind: 'delegated', nameServers: answer.nameServers } : { kind: 'none' };
  }
  if (answer.kind !== 'found') {
    return answer.authoritative
      ? { kind: 'none' }
      : failed(
          'not-authoritative',
          `the parent's server has no authority to say whether ${zone} is delegated`,
        );
  }
  return { kind: 'delegated', nameServers: answer.records.map((record) => record.value).sort() };
}

async function nameServersAtResolver(reader: Reader, zone: string): Promise<readonly string[]> {
  const answer = await reader.resolve(zone, 'NS');
  return answer.kind === 'found' ? answer.records.map((record) => record.value).sort() : [];
}

async function readServer(reader: Reader, zone: string, name: string): Promise<ZoneServer> {
  const found = await addressOf(reader, name);
  if (found.kind === 'failed') return { label: name, own: found, skipped: found.reason === 'no-server' };
  const server = { label: `${name} (${found.address})`, address: found.address };
  const answer = await queryAuthority(reader, server, zone, 'NS');
  return { ...server, own: servesZone(answer, server.label, zone), skipped: false };
}

function servesZone(answer: Answer, label: string, zone: string): ZoneServer['own'] {
  if (answer.kind === 'failed') return answer;
  if (answer.kind === 'found') {
    return { kind: 'serves', nameServers: answer.records.map((record) => record.value).sort() };
  }
  return failed('not-authoritative', `${label} does not serve ${zone}`);
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
  return failure ?? failed('unreachable', `the name server ${name} has no address`);
}
