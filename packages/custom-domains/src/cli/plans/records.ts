// The records of a planned change, each with its full name and its zone, and the zones that the plan knows. Pure.
import { canonical, isWithin } from '../../names/dns-name.ts';
import { normaliseHost } from '../../names/host.ts';
import { NAMING, RECORD_PATHS, RECORDS, type RecordKind, ZONE_PATHS, ZONES } from './kinds.ts';
import { type Plan, type Resource, textAt, textsAt, UNKNOWN, type Value, valuesAt } from './resource.ts';

export interface PlanZone {
  readonly provider: RecordKind['provider'];
  readonly place: string;
  readonly id?: string;
  readonly name: string;
  /** Undefined: not known before the deployment. */
  readonly nameServers?: readonly string[];
  readonly isPrivate: boolean;
}

export interface PlannedRecord {
  readonly place: string;
  /** Canonical and full; undefined: not known yet. */
  readonly name?: string;
  readonly type?: string;
  /** Undefined: some of them are not known yet. */
  readonly values?: readonly string[];
  /** DNS shows other addresses in its place: those of an alias's target, or of a proxy. */
  readonly isFollowed: boolean;
  /** It takes the place of the records of its type at its name. */
  readonly overwrites: boolean;
  /** An authority asked for it. */
  readonly isValidation: boolean;
  readonly zone?: PlanZone;
  /** Of a zone that the plan does not name. */
  readonly zoneId?: string;
  readonly provider: RecordKind['provider'];
}

export function zonesOf({ resources, known }: Plan): PlanZone[] {
  return [...resources, ...known].flatMap((one) => {
    const kind = ZONES.find(({ types }) => types.includes(one.type));
    const values = one.after ?? one.before;
    const name = textAt(values, ZONE_PATHS.name);
    if (kind === undefined || typeof name !== 'string') return [];
    const id = textAt(values, ZONE_PATHS.id);
    const servers = textsAt(values, ZONE_PATHS.servers);
    const isKnown = servers.length > 0 && servers.every((server) => typeof server === 'string');
    const isPrivate = ZONE_PATHS.isPrivate
      .flatMap((path) => valuesAt(values, path))
      .some((value) => value !== false);
    return {
      ...{ provider: kind.provider, place: one.place, name: canonical(name), isPrivate },
      id: typeof id === 'string' ? id : undefined,
      nameServers: isKnown ? servers.map((server) => canonical(String(server))) : undefined,
    };
  });
}

/** Of one resource: the records that it has with these values. */
export function recordsOf(
  resource: Resource,
  values: Value | undefined,
  zones: readonly PlanZone[],
): PlannedRecord[] {
  const kind = RECORDS.find(({ types }) => types.includes(resource.type));
  if (kind === undefined || values === undefined) return [];
  const all: readonly Value[] = kind.at === undefined ? [values] : valuesAt(values, kind.at);
  return all.map((one) => {
    const id = textAt(one, RECORD_PATHS.zoneId) ?? textAt(values, RECORD_PATHS.zoneId);
    const zone = zoneOf(resource, kind, [one, values], zones);
    const zoneId = zone === undefined && typeof id === 'string' ? id : undefined;
    return { ...recordOf(resource, one, zone), zoneId, provider: kind.provider };
  });
}

function recordOf(resource: Resource, values: Value, zone: PlanZone | undefined) {
  const [name, type] = [textAt(values, RECORD_PATHS.name), textAt(values, RECORD_PATHS.type)];
  const alias = textsAt(values, RECORD_PATHS.alias);
  const data = alias.length > 0 ? alias : textsAt(values, RECORD_PATHS.values);
  const isProxied = valuesAt(values, 'proxied').some((one) => one === true);
  const asked = resource.sources('name').some(isCertificate);
  return {
    place: resource.place,
    name: typeof name === 'string' ? fullName(canonical(name), zone) : undefined,
    type: typeof type === 'string' ? type.toUpperCase() : undefined,
    values:
      data.length > 0 && !data.includes(UNKNOWN) ? data.map((one) => canonical(String(one))) : undefined,
    isFollowed: alias.length > 0 || isProxied,
    overwrites: valuesAt(values, 'allow_overwrite').includes(true),
    // Nobody else leaves the type of a record to a resource.
    isValidation: name === UNKNOWN && (type === UNKNOWN || asked),
    zone,
  };
}

/** A place has the type: `module.site.aws_acm_certificate.shop`, `aws:acm/certificate:Certificate::shop`. */
function isCertificate(place: string): boolean {
  const types = NAMING.filter(({ authority }) => authority !== undefined).flatMap((kind) => kind.types);
  return types.some((type) => place.includes(`${type}.`) || place.startsWith(`${type}::`));
}

/** As the providers write names: within the zone they are taken as they are, others get its name. */
function fullName(written: string, zone: PlanZone | undefined): string {
  const result = normaliseHost(written);
  const name = result.ok ? result.host : written;
  if (zone === undefined || isWithin(name, zone.name)) return name;
  return name === '@' || name === '' ? zone.name : `${name}.${zone.name}`;
}

function zoneOf(
  { sources, place }: Resource,
  { provider }: RecordKind,
  values: readonly Value[],
  zones: readonly PlanZone[],
): PlanZone | undefined {
  const [id] = values.flatMap((one) => textsAt(one, RECORD_PATHS.zoneId));
  const [name] = values.flatMap((one) => textsAt(one, RECORD_PATHS.zoneName));
  const here = zones.filter((zone) => zone.provider === provider);
  if (typeof name === 'string') return { provider, place, name: canonical(name), isPrivate: false };
  if (typeof id === 'string') return here.find((zone) => zone.id === id);
  const from = RECORD_PATHS.zoneId.flatMap((property) => [...sources(property)]);
  return here.find((zone) => from.includes(zone.place));
}
