// The records of a planned change, each with its full name and its zone, and the zones that the plan knows. Pure.
import { isIP } from 'node:net';
import { canonical, isWithin } from '../../names/dns-name.ts';
import { normaliseHost } from '../../names/host.ts';
import { normalisedAddress } from '../targets.ts';
import { NAMING, RECORD_PATHS, RECORDS, type RecordKind, ZONE_PATHS, ZONES } from './kinds.ts';
import { type Plan, type Resource, type Text, textsAt, UNKNOWN, type Value, valuesAt } from './resource.ts';

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
  /** It is in a zone that the plan does not name, and has no final dot: providers append a zone's name to what is not within it. */
  readonly mayBeRelative: boolean;
  readonly type?: string;
  /** Undefined: some of them are not known yet. */
  readonly values?: readonly string[];
  /** DNS shows other addresses in its place: those of an alias's target, or of a proxy. */
  readonly isFollowed: boolean;
  /** It replaces the records of its type at its name. */
  readonly overwrites: boolean;
  /** It is the record that an authority asked for, to validate a certificate. */
  readonly isValidation: boolean;
  readonly provider: RecordKind['provider'];
  readonly zone?: PlanZone;
  /** The id of its zone, where the plan does not name that zone. */
  readonly zoneId?: string;
}

export function zonesOf({ resources, known }: Plan): PlanZone[] {
  return [...resources, ...known].flatMap((resource) => {
    const kind = ZONES.find(({ types }) => types.includes(resource.type));
    const values = resource.after ?? resource.before;
    const [name] = textsAt(values, ZONE_PATHS.name);
    if (kind === undefined || typeof name !== 'string') return [];
    const [id] = textsAt(values, ZONE_PATHS.id);
    const privacy = ZONE_PATHS.isPrivate.flatMap((path) => valuesAt(values, path));
    return {
      provider: kind.provider,
      place: resource.place,
      id: typeof id === 'string' ? id : undefined,
      name: canonical(name),
      nameServers: allKnown(textsAt(values, ZONE_PATHS.servers)),
      isPrivate: privacy.some((value) => value !== false),
    };
  });
}

/** Names and addresses in the form in which DNS shows them. Undefined where there is none, or one of them is not known. */
function allKnown(texts: readonly Text[]): string[] | undefined {
  const known = texts.filter((one) => one !== UNKNOWN);
  if (known.length === 0 || known.length < texts.length) return undefined;
  return known.map((one) => (isIP(one) === 0 ? canonical(one) : normalisedAddress(one)));
}

/** The records that the resource has with these values. */
export function recordsOf(
  resource: Resource,
  values: Value | undefined,
  zones: readonly PlanZone[],
): PlannedRecord[] {
  const kind = RECORDS.find(({ types }) => types.includes(resource.type));
  if (kind === undefined || values === undefined) return [];
  const all: readonly Value[] = kind.at === undefined ? [values] : valuesAt(values, kind.at);
  return all.map((one) => recordOf(resource, one, zoneOf(resource, kind, [one, values], zones)));
}

type Located = Pick<PlannedRecord, 'provider' | 'zone' | 'zoneId'>;

function recordOf(resource: Resource, values: Value, located: Located): PlannedRecord {
  const [name] = textsAt(values, RECORD_PATHS.name);
  const [type] = textsAt(values, RECORD_PATHS.type);
  const alias = textsAt(values, RECORD_PATHS.alias);
  const isAsked = resource.sources('name').some(isCertificate);
  return {
    place: resource.place,
    name: typeof name === 'string' ? fullName(canonical(name), located.zone) : undefined,
    mayBeRelative: typeof name === 'string' && located.zone === undefined && !name.endsWith('.'),
    type: typeof type === 'string' ? type.toUpperCase() : undefined,
    values: allKnown(alias.length > 0 ? alias : textsAt(values, RECORD_PATHS.values)),
    isFollowed: alias.length > 0 || valuesAt(values, 'proxied').includes(true),
    overwrites: valuesAt(values, 'allow_overwrite').includes(true),
    // Only the records of a validation have a type that another resource decides.
    isValidation: values !== UNKNOWN && name === UNKNOWN && (type === UNKNOWN || isAsked),
    ...located,
  };
}

const CERTIFICATES = NAMING.filter(({ authority }) => authority !== undefined).flatMap(({ types }) => types);

/** A place contains the type: `module.site.aws_acm_certificate.shop`, `aws:acm/certificate:Certificate::shop`. */
function isCertificate(place: string): boolean {
  return CERTIFICATES.some((type) => place.includes(`${type}.`) || place.startsWith(`${type}::`));
}

/** Providers take a name that is within the zone as it is, and append the zone's name to every other. */
function fullName(written: string, zone: PlanZone | undefined): string {
  const result = normaliseHost(written);
  const name = result.ok ? result.host : written;
  if (zone === undefined || isWithin(name, zone.name)) return name;
  return name === '@' || name === '' ? zone.name : `${name}.${zone.name}`;
}

/** The zone that the first of `values` with a zone names: those of a record, or else of its group. */
function zoneOf(
  { sources, place }: Resource,
  { provider }: RecordKind,
  values: readonly Value[],
  zones: readonly PlanZone[],
): Located {
  const [id] = values.flatMap((one) => textsAt(one, RECORD_PATHS.zoneId));
  const [name] = values.flatMap((one) => textsAt(one, RECORD_PATHS.zoneName));
  if (typeof name === 'string')
    return { provider, zone: { provider, place, name: canonical(name), isPrivate: false } };
  const from = RECORD_PATHS.zoneId.flatMap((property) => [...sources(property)]);
  const zone = zones.find((one) => {
    return one.provider === provider && (typeof id === 'string' ? one.id === id : from.includes(one.place));
  });
  return { provider, zone, zoneId: zone === undefined && typeof id === 'string' ? id : undefined };
}
