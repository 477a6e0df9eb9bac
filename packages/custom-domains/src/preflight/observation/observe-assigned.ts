// Whether the parent delegates to the servers of the zone that is meant, where their names differ: addresses, and the SOA.
import type { Reader } from '../reader/reader.ts';
import type { AssignedServers, AssignedState, Observation } from './observation.ts';
import { queryAuthority } from './observe-zone.ts';

/** No query where a delegated server has one of the assigned names, as nearly always. */
export async function observeAssigned(
  reader: Reader,
  observation: Observation,
  servers: AssignedServers | undefined,
): Promise<Observation> {
  if (servers === undefined) return observation;
  const isCompared = servers.kind === 'failed' || reader.resolverOnly || sharesName(observation, servers);
  const assigned = isCompared ? { servers, addresses: [] } : await readAssigned(reader, observation, servers);
  return { ...observation, assigned };
}

function sharesName({ zone }: Observation, { nameServers }: AssignedServers & { kind: 'known' }): boolean {
  if (zone?.delegation.kind !== 'delegated') return true;
  return zone.delegation.nameServers.some((name) => nameServers.includes(name));
}

async function readAssigned(
  reader: Reader,
  { zone }: Observation,
  servers: AssignedServers & { kind: 'known' },
): Promise<AssignedState> {
  const answers = await Promise.all(servers.nameServers.map((name) => reader.resolve(name, 'A')));
  const records = answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
  const addresses = records.map(({ value }) => value);
  const delegated = zone?.servers.find(({ own, address }) => own.kind === 'serves' && address !== undefined);
  const [address] = addresses;
  const isSame = zone?.servers.some((one) => one.address !== undefined && addresses.includes(one.address));
  if (isSame || zone === undefined || address === undefined || delegated?.address === undefined) {
    return { servers, addresses };
  }
  const soaAt = (label: string, at: string) =>
    queryAuthority(reader, { zone: zone.name, label, address: at }, zone.name, 'SOA');
  const [own, theirs] = await Promise.all([
    soaAt(servers.nameServers[0] ?? address, address),
    soaAt(delegated.label, delegated.address),
  ]);
  return { servers, addresses, soa: { assigned: own, delegated: theirs } };
}
