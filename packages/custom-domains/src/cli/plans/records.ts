// The records of a planned change, each with its full name and its zone, and the zones that the plan knows. Pure.
import { isIP } from 'node:net';
import { canonical, climb, isWithin } from '../../names/dns-name.ts';
import { normaliseHost } from '../../names/host.ts';
import { normalisedAddress } from '../targets.ts';
import {
  nodesAt,
  type Plan,
  type Resource,
  type Text,
  textsAt,
  UNKNOWN,
  type Values,
  valuesAt,
} from './resource.ts';
import { withoutKeys } from './terraform.ts';
import {
  type Completion,
  HOST_TYPES,
  RECORD_PATHS,
  RECORD_TYPES,
  type RecordType,
  ZONE_PATHS,
  ZONE_TYPES,
} from './types.ts';

export interface PlanZone {
  readonly provider: string;
  readonly place: string;
  readonly ids: readonly string[];
  readonly name: string;
  readonly nameServers?: readonly string[];
  readonly isPrivate: boolean;
}

export interface PlannedRecord {
  readonly resource: Resource;
  /** Canonical and full; undefined: not known yet. */
  readonly name?: string;
  /** It is in a zone that the plan does not name, and the tool may append that zone's name. */
  readonly mayBeRelative: boolean;
  readonly type?: string;
  /** Undefined: some of them are not known yet. */
  readonly values?: readonly string[];
  /** DNS shows other addresses in its place: those of an alias's target, or of a proxy. */
  readonly isFollowed: boolean;
  readonly overwrites: boolean;
  /** What tells it from other records of its name and type, with a routing policy; DNS does not show it. */
  readonly setIdentifier?: Text;
  readonly isValidation: boolean;
  readonly provider: string;
  readonly zone?: Pick<PlanZone, 'provider' | 'name' | 'isPrivate'>;
  /** The id of its zone, where the plan does not name that zone. */
  readonly zoneId?: string;
}

/** `isChanged`: it differs in its name, type or values from each record that the resource has. */
export type ChangedRecord = PlannedRecord & { readonly isChanged: boolean };

export class Zones {
  readonly all: readonly PlanZone[];
  readonly #found = new Map<string, PlanZone[]>();

  constructor({ resources, known }: Plan) {
    this.all = [...resources, ...known].flatMap(zoneIn);
    for (const zone of this.all) {
      const { provider, ids, name, place } = zone;
      const keys = [...ids.map((id) => idKey(provider, id)), `name ${name}`, `of ${withoutKeys(place)}`];
      for (const key of new Set([...keys, instanceKey(place)]))
        this.#found.set(key, [...this.#at(key).slice(0, 1), zone]);
    }
  }

  #at(key: string): readonly PlanZone[] {
    return this.#found.get(key) ?? [];
  }

  withId(provider: string, id: string): PlanZone | undefined {
    return this.#at(idKey(provider, id))[0];
  }

  /** The zone that the expression of its id leads to; of several instances the one it names, or that has the record's key or is around it. */
  from(sources: readonly string[], { place }: Resource, name: Text | undefined): PlanZone | undefined {
    const resources = [...new Set(sources.flatMap((one) => [one, parent(one)]))];
    const [first, ...more] = new Set(resources.flatMap((one) => this.#at(`of ${withoutKeys(one)}`)));
    if (more.length === 0) return first;
    const keys = keysOf(place);
    const named = resources.filter((one) => keysOf(one).length > 0);
    const all = named.length > 0 ? named : resources;
    // In front of the keys that an expression has are those of the instance of its module.
    const fronts = [keys.join(''), ...keys, ''];
    const found = fronts.map((front) => all.flatMap((one) => this.#at(instanceKey(one, front))));
    // The state has a zone that the plan replaces, too.
    const [own, ...others] = found.find(({ length }) => length > 0) ?? [];
    const around = typeof name === 'string' ? this.around(canonical(name)) : undefined;
    const isOne = around && resources.some((one) => withoutKeys(one) === withoutKeys(around.place));
    return own && others.every((one) => one.place === own.place) ? own : isOne ? around : undefined;
  }

  around(name: string): PlanZone | undefined {
    return climb(name).flatMap((one) => this.#at(`name ${one}`))[0];
  }
}

/** Route 53's API has `/hostedzone/` in front of an id, and terraform-provider-aws takes both. */
const idKey = (provider: string, id: string): string => `id ${provider} ${id.replace(/^\/hostedzone\//, '')}`;
const instanceKey = (place: string, front = ''): string =>
  `of ${withoutKeys(place)} ${front}${keysOf(place).join('')}`;
const keysOf = (place: string): readonly string[] => place.match(/\[[^\]]*\]/g) ?? [];

/** `aws_route53_zone.main.zone_id` is of `aws_route53_zone.main`. */
export const parent = (place: string): string => place.replace(/\.[^.]*$/, '');

function zoneIn(resource: Resource): PlanZone[] {
  const row = ZONE_TYPES.get(resource.type);
  const values = resource.after ?? resource.before;
  const [name] = row === undefined ? [] : textsAt(values, ZONE_PATHS.name);
  if (row === undefined || typeof name !== 'string') return [];
  const privacy = valuesAt(values, ZONE_PATHS.isPrivate);
  return [
    {
      provider: row.provider,
      place: resource.place,
      ids: textsAt(values, ZONE_PATHS.id).filter((one) => one !== UNKNOWN),
      name: canonical(name),
      nameServers: allKnown(textsAt(values, ZONE_PATHS.servers)),
      isPrivate: privacy.some((value) => value !== false && value !== 'public'),
    },
  ];
}

/** Names and addresses in the form in which DNS shows them, and other data as it is. Undefined where there is none, or one of them is not known. */
function allKnown(texts: readonly Text[]): string[] | undefined {
  const known = texts.filter((one) => one !== UNKNOWN);
  if (known.length === 0 || known.length < texts.length) return undefined;
  return known.map((one) => {
    if (/\s/.test(one)) return one;
    return isIP(one) === 6 ? normalisedAddress(one) : canonical(one);
  });
}

export function recordsOf(resource: Resource, values: Values | undefined, zones: Zones): PlannedRecord[] {
  const row = RECORD_TYPES.get(resource.type);
  if (row === undefined || values === undefined) return [];
  const items = row.at === undefined ? [values] : nodesAt(values, row.at);
  return items.map((one) => recordOf(resource, row, one, values, zones));
}

function recordOf(
  resource: Resource,
  row: RecordType,
  values: Values,
  group: Values,
  zones: Zones,
): PlannedRecord {
  const [written] = textsAt(values, RECORD_PATHS.name);
  const [type] = row.type === undefined ? textsAt(values, RECORD_PATHS.type) : [row.type];
  const [alias, texts] = [textsAt(values, RECORD_PATHS.alias), textsAt(values, RECORD_PATHS.values)];
  const located = zoneOf(resource, row, written, [values, group], zones);
  const isKnown = typeof written === 'string';
  const [setIdentifier] = textsAt(values, RECORD_PATHS.setIdentifier);
  return {
    resource,
    name: isKnown ? COMPLETED[row.completion](readable(written), located.zone?.name) : undefined,
    mayBeRelative:
      isKnown && located.zone === undefined && row.completion !== 'full' && !written.endsWith('.'),
    type: typeof type === 'string' ? type.toUpperCase() : undefined,
    values: (type === 'CAA' ? caaOf(values) : undefined) ?? allKnown(alias.length > 0 ? alias : texts),
    isFollowed: alias.length > 0 || valuesAt(values, ['proxied']).includes(true),
    overwrites: valuesAt(values, ['allow_overwrite']).includes(true),
    setIdentifier: setIdentifier === '' ? undefined : setIdentifier,
    // Only the records of a validation have a type that another resource decides.
    isValidation:
      values.json !== UNKNOWN &&
      written === UNKNOWN &&
      (type === UNKNOWN || resource.sources('name').some(isCertificate)),
    provider: row.provider,
    ...located,
  };
}

function caaOf(values: Values): string[] | undefined {
  const nodes = RECORD_PATHS.caa.flatMap((path) => nodesAt(values, path));
  const parts = nodes.flatMap((one) => {
    const [flags = 0] = valuesAt(one, ['flags']);
    const [tag, value] = [...textsAt(one, ['tag']), ...textsAt(one, ['value'])];
    return typeof tag === 'string' && typeof value === 'string' ? [`${Number(flags)} ${tag} "${value}"`] : [];
  });
  return parts.length > 0 && parts.length === nodes.length ? parts : undefined;
}

/** A place contains the type: `module.site.aws_acm_certificate.shop`, `aws:acm/certificate:Certificate::shop`. */
function isCertificate(place: string): boolean {
  const types = place.includes('::') ? place.split('::', 1) : place.split('.');
  return types.some((type) => HOST_TYPES.get(type)?.isAcm);
}

const COMPLETED: Readonly<Record<Completion, (name: string, zone?: string) => string>> = {
  full: (name) => name,
  'by-text': (name, zone) => (zone === undefined || name.endsWith(zone) ? name : below(name, zone)),
  'by-label': (name, zone) => {
    if (zone === undefined || isWithin(name, zone)) return name;
    return below(name === '@' ? '' : name, zone);
  },
  relative: (name, zone) => (zone === undefined ? name : below(name === '@' ? '' : name, zone)),
};

const below = (name: string, zone: string): string => (name === '' ? zone : `${name}.${zone}`);

/** Route 53 shows characters as `\052`, in octal. */
function readable(written: string): string {
  const text = written.replaceAll(/\\([0-7]{3})/g, (_, octal) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
  const name = canonical(text);
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  const result = normaliseHost(name);
  return result.ok ? result.host : name;
}

/** The zone that the first of `values` with a zone names: those of a record, or else of its group. */
function zoneOf(
  resource: Resource,
  { provider, completion }: RecordType,
  written: Text | undefined,
  values: readonly Values[],
  zones: Zones,
): Pick<PlannedRecord, 'zone' | 'zoneId'> {
  const [id] = values.flatMap((one) => textsAt(one, RECORD_PATHS.zoneId));
  const [name] = values.flatMap((one) => textsAt(one, RECORD_PATHS.zoneName));
  if (typeof name === 'string') return { zone: { provider, name: canonical(name), isPrivate: false } };
  if (typeof id === 'string') {
    const zone = zones.withId(provider, id);
    return { zone, zoneId: zone === undefined ? id : undefined };
  }
  const from = [...RECORD_PATHS.zoneId, ...RECORD_PATHS.zoneName].flatMap(resource.sources);
  const zone = zones.from(from, resource, written);
  // Where the expression leads nowhere, the name may say it.
  const isOpen = id === UNKNOWN && typeof written === 'string' && completion !== 'relative';
  return { zone: zone ?? (isOpen ? zones.around(canonical(written)) : undefined) };
}
