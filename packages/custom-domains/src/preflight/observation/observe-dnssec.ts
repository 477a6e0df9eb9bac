// What a certificate authority and a visitor look up for a host, validated: as the resolver returns it, and where that decides nothing,
// as the zone's own servers do.
import type { Validation } from '../../dnssec/validator.ts';
import { climb, parentOf } from '../../names/dns-name.ts';
import type { Reader } from '../reader/reader.ts';
import type { Expected, Observation, Validated } from './observation.ts';
import { observeZone } from './observe-zone.ts';

/**
 * Certificate authorities validate what they look up for CAA and for domain control (CA/B Forum SC-085v2, since March
 * 2026). Through the alias of a validation record its end is validated too, of the type that ACM has there.
 */
export async function observeDnssec(
  reader: Reader,
  host: string,
  records: Promise<Observation>,
  expected?: Expected,
): Promise<Validated[]> {
  const validate = async (name: string, type: string): Promise<Validation & Validated> => ({
    ...{ name, type },
    ...(await reader.validator.validate(name, type)),
  });
  /** Below a name that does not exist there is nothing to look up; the zone's own records are the same for all its hosts. */
  const ofHost = async (): Promise<(Validation & Validated)[]> => {
    const own = await validate(host, 'CAA');
    const { zone } = own;
    if (zone === undefined) return [own];
    const types = ['SOA', 'NS'].map((type) => validate(zone, type));
    return [own, ...(await Promise.all([...(own.isAbsent ? [] : [validate(host, 'A')]), ...types]))];
  };
  const above = climb(parentOf(host) ?? '').map((name) => validate(name, 'CAA'));
  const validation = expected?.validation ? [validate(expected.validation.name, 'TXT')] : [];
  const [own, others] = await Promise.all([ofHost(), Promise.all([...above, ...validation])]);
  const { zone } = await records;
  return Promise.all([...own, ...others].map((one) => withServers(reader, one, zone)));
}

/**
 * A resolver queries one server, and another where the response does not validate, so that it hides what is wrong with one of them; and
 * it can lose what proves that a record is absent. The SOA of a zone is read at each server, and so is all that does not validate.
 */
async function withServers(
  reader: Reader,
  { name, type, verdict, zone: holder }: Validation & Validated,
  state: Observation['zone'],
): Promise<Validated> {
  const isRead = type === 'SOA' && holder === state?.name;
  const zone = verdict.status === 'bogus' ? verdict.fault.zone : isRead ? holder : undefined;
  if (zone === undefined || reader.resolverOnly) return { name, type, verdict };
  const { servers } = zone === state?.name ? state : await observeZone(reader, zone);
  const serving = servers.filter(({ own }) => own.kind === 'serves');
  const all = serving.map(async ({ label: server, address }) => ({
    ...{ server, verdict: (await reader.validator.validate(name, type, address)).verdict },
  }));
  return { name, type, verdict, servers: await Promise.all(all) };
}
