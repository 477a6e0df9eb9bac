// What has the look of a host and is in no row of the table: it is listed, and never passed over. Pure.
import { normaliseHost } from '../../names/host.ts';
import { groupedBy, isObject, type Plan, type Resource, UNKNOWN, type Values } from './resource.ts';
import { FOLLOWERS, HOST_TYPES, RECORD_TYPES, ZONE_TYPES } from './types.ts';

export interface Unlisted {
  readonly type: string;
  readonly count: number;
  /** The first of them. */
  readonly place: string;
}

/** `AWS::Transfer::CustomDomain`, `hcloud_zone_rrset`, `aws_route53_records_exclusive`; a recorder of events is none. */
const TYPE =
  /(custom|dns|managed)[_:/]?\w*(domain|host|certificate)|rrset|record(?!er|ing)|hostname|domain_?(name|mapping|association|binding|alias)/i;

const NAMES = new Set(
  'host hosts domain domains domainname domainnames customdomain customdomains customdomainname customdomainnames customendpoint hostname hostnames fqdn commonname subjectalternativenames dnsnames aliases cname cnames alternatedomainnames vanitydomain publicdomain applicationdomain'.split(
    ' ',
  ),
);

/** `checked`: the names that the table found, whoever mentions them. */
export function unlistedOf({ resources }: Plan, checked: ReadonlySet<string>): Unlisted[] {
  const all = resources.filter((one) => !isListed(one) && one.after !== undefined && hasLook(one, checked));
  const groups = groupedBy(all, ({ type }) => type);
  return [...groups].map(([type, own]) => ({ type, count: own.length, place: own[0]?.place ?? '' }));
}

function isListed({ type }: Resource): boolean {
  return [HOST_TYPES, RECORD_TYPES, ZONE_TYPES].some((all) => all.has(type)) || FOLLOWERS.includes(type);
}

function hasLook({ type, after }: Resource, checked: ReadonlySet<string>): boolean {
  const names = namesOf(after, 3);
  const hosts = names.filter((one) => normaliseHost(one.replace(/^\*\./, '')).ok);
  if (hosts.length > 0) return hosts.some((one) => !checked.has(one.toLowerCase().replace(/\.$/, '')));
  return TYPE.test(type);
}

/** The texts of its attributes that are named so, in its first levels. */
function namesOf(values: Values | undefined, depth: number): string[] {
  const json = values?.read ? values.read(values.json) : values?.json;
  if (values === undefined || json === UNKNOWN || depth === 0) return [];
  if (Array.isArray(json))
    return json.slice(0, 100).flatMap((one) => namesOf({ ...values, json: one }, depth));
  if (!isObject(json)) return [];
  return Object.entries(json)
    .slice(0, 200)
    .flatMap(([key, one]) => {
      if (!NAMES.has(key.replaceAll('_', '').toLowerCase()))
        return namesOf({ ...values, json: one }, depth - 1);
      const given = [values.read ? values.read(one) : one].flat();
      const texts = given.filter((text) => typeof text === 'string' && text.length < 300);
      return texts.length > 0 ? (texts as string[]) : namesOf({ ...values, json: one }, depth - 1);
    });
}
