// What a service or its tool refuses of a plan, whatever DNS has, and what it warns of: names, records that exclude each other, and
// certificates that are for other names. Pure.
import { canonical, isWithin } from '../../names/dns-name.ts';
import { certificateFault, registrable } from '../../names/host.ts';
import type { Finding, FindingText } from '../../preflight/finding.ts';
import { finding, isAddress, list } from '../../preflight/rules/rule.ts';
import { covers, hostType, namesBefore, namesIn, targetOf } from './names.ts';
import { type ChangedRecord, type PlannedRecord, parent, type Zones } from './records.ts';
import { groupedBy, type Plan, type Resource, textsAt, UNKNOWN } from './resource.ts';
import { withoutKeys } from './terraform.ts';
import { FOLLOWERS, type HostType } from './types.ts';

/** CA/Browser Forum, ballot SC-090: the last day of validation by e-mail. */
const EMAIL_END = '2028-03-15';

const refused = (host: string, found: string, why: string, fix: string): Finding =>
  finding({ host: canonical(host) }, 'plan-refused', 'blocked', { found, why, fix });

/** One for each name, or for the place of what has none. */
export function refusals(plan: Plan, zones: Zones, records: readonly ChangedRecord[]): Finding[] {
  const certificates = new Certificates(plan.resources);
  const names = plan.resources.flatMap((one) => ofNames(one, certificates));
  const changed = records.filter(({ isChanged }) => isChanged);
  return [...names, ...changed.flatMap(outside), ...together(records, zones)];
}

const SHORTER = ', or have a shorter one as its first name: others have up to 253';

function ofNames(resource: Resource, certificates: Certificates): Finding[] {
  const row = hostType(resource);
  const { place, after } = resource;
  if (row === undefined || after === undefined || after.json === UNKNOWN) return [];
  const had = namesBefore(row, resource);
  const names = namesIn(row, resource, after).filter((one) => one !== UNKNOWN);
  const isAws = /^aws/i.test(resource.type);
  const dotted = names.filter((name) => isAws && name.endsWith('.'));
  const added = names.filter((name) => !had.has(name));
  const [first = ''] = row.isAcm ? textsAt(after, ['domain_name']).filter((one) => one !== UNKNOWN) : [];
  const fault = had.has(first) ? undefined : certificateFault(canonical(first));
  return [
    ...dotted.map((name) => {
      const found = `${place} has ${JSON.stringify(name)}, with a final dot`;
      return refused(name, found, 'the service refuses it', 'leave the dot out');
    }),
    ...(fault
      ? [refused(first, `${first} ${fault.what}`, `ACM refuses ${place}`, `${fault.fix}${SHORTER}`)]
      : []),
    ...(row.isAcm ? ofCertificate(row, resource, added) : []),
    ...certificates.faults(row, resource, names),
  ];
}

/** CloudFormation and RequestCertificate validate by e-mail unless the program says otherwise. */
export function isByEmail({ isAcm }: HostType, { type, after }: Resource): boolean {
  if (!isAcm || after === undefined || after.json === UNKNOWN) return false;
  const [method] = textsAt(after, ['validation_method']);
  return method === 'EMAIL' || (method === undefined && type.endsWith('CertificateManager::Certificate'));
}

function ofCertificate(row: HostType, resource: Resource, names: readonly string[]): Finding[] {
  const [hierarchy] = textsAt(resource.after, ['root_hierarchy_type']);
  const limits: FindingText[] = [];
  if (isByEmail(row, resource))
    limits.push({
      found: `ACM validates ${resource.place} by e-mail`,
      why: `no authority may do so from ${EMAIL_END}, when the certificate is no longer renewed (CA/Browser Forum, SC-090)`,
      fix: 'have the validation method DNS; a certificate that exists keeps its ARN (UpdateCertificateOptions)',
    });
  if (typeof hierarchy === 'string' && hierarchy.startsWith('N2'))
    limits.push({
      found: `${resource.place} is of Amazon's hierarchy ${hierarchy}`,
      why: 'its certificates are in no transparency log, and browsers refuse such on a public host',
      fix: 'leave the hierarchy out',
    });
  return limits.flatMap((text) =>
    names.map((name) => finding({ host: canonical(name) }, 'certificate-limits', 'warning', text)),
  );
}

class Certificates {
  readonly #byPlace: ReadonlyMap<string, readonly Resource[]>;
  readonly #byArn = new Map<string, Resource>();

  constructor(resources: readonly Resource[]) {
    const all = resources.filter((one) => hostType(one)?.isAcm || FOLLOWERS.includes(one.type));
    this.#byPlace = groupedBy(all, ({ place }) => withoutKeys(place));
    for (const one of all)
      for (const arn of textsAt(one.before ?? one.after, ['arn', 'id']))
        if (arn !== UNKNOWN) this.#byArn.set(arn, one);
  }

  /** What is wrong with the certificate of a resource that serves these names. */
  faults(row: HostType, resource: Resource, names: readonly string[]): Finding[] {
    const paths = row.certificate;
    const [arn] = textsAt(resource.after, paths);
    const certificate =
      typeof arn === 'string' ? this.#byArn.get(arn) : this.#from(paths.flatMap(resource.sources));
    const ofCertificate = certificate && hostType(certificate);
    const covered = ofCertificate ? namesIn(ofCertificate, certificate, certificate.after) : [];
    const lost = covered.length === 0 ? [] : names.filter((name) => !covers(covered, name));
    const where = `${certificate?.place ?? 'its certificate'}, which ${resource.place} has,`;
    const region = /^arn:[\w-]+:acm:([\w-]+):/.exec(String(arn))?.[1] ?? regionOf(certificate);
    const wanted = targetOf(row, resource.after) === 'cloudfront' ? 'us-east-1' : regionOf(resource);
    const isElsewhere = region !== undefined && wanted !== undefined && region !== wanted;
    return [
      ...lost.map((name) => {
        const why = `it is not for ${name}, which the service refuses`;
        const found = `${where} is for ${list(covered.map(String))}`;
        return refused(name, found, why, `add ${name} to the names of the certificate`);
      }),
      ...(isElsewhere ? names : []).map((name) => {
        const why = `the service takes certificates of ${wanted} alone`;
        return refused(name, `${where} is in ${region}`, why, `request it in ${wanted}`);
      }),
    ];
  }

  /** Through the resource that waits for its validation. */
  #from(sources: readonly string[], depth = 3): Resource | undefined {
    const places = sources.map(withoutKeys);
    const found = places.flatMap((one) => this.#byPlace.get(one) ?? this.#byPlace.get(parent(one)) ?? []);
    const [first, ...more] = new Set(found);
    if (first === undefined || more.length > 0 || depth === 0) return undefined;
    if (hostType(first) !== undefined) return first;
    return this.#from(first.sources('certificate_arn'), depth - 1);
  }
}

function regionOf(resource: Resource | undefined): string | undefined {
  const [own] = textsAt(resource?.after ?? resource?.before, ['region']);
  return typeof own === 'string' ? own : own === UNKNOWN ? undefined : resource?.region;
}

/** "RRSet with DNS name … is not permitted in zone …". */
function outside({ name, zone, mayBeRelative, resource: { place } }: ChangedRecord): Finding[] {
  if (name === undefined) return [];
  const isBare = !mayBeRelative && !name.includes('.') && zone === undefined;
  if (!isBare && (zone === undefined || isWithin(name, zone.name))) return [];
  return [
    refused(
      name,
      `${place} has the name ${JSON.stringify(name)}${isBare ? '' : `, in the zone ${zone?.name}`}`,
      'it is taken as the full name of the record, which is outside of its zone, and the DNS host refuses it',
      `write it in full, like ${name.split('.')[0] || 'www'}.${zone?.name ?? 'example.com'}`,
    ),
  ];
}

/** Hosts whose records of one name and type are one set. */
const RRSETS: readonly string[] = ['route53', 'google', 'azure'];

/** While `old` is there: RFC 1034 3.6.2, where a CNAME that Cloudflare flattens, as any at the top of a zone, excludes addresses alone; and
 * one set of a type, unless it is overwritten. */
export function excludes(next: PlannedRecord, old: PlannedRecord): boolean {
  if (next.type === undefined || old.type === undefined) return true;
  const isFlattened = ({ provider, isFollowed, name, zone }: PlannedRecord) =>
    provider === 'cloudflare' && (isFollowed || name === (zone?.name ?? (name && registrable(name))));
  if (next.type !== old.type) {
    const [cname, other] = next.type === 'CNAME' ? [next, old] : [old, next];
    return cname.type === 'CNAME' && (!isFlattened(cname) || isAddress(other.type ?? ''));
  }
  if (next.type === 'CNAME' && !RRSETS.includes(next.provider)) return true;
  const isOne = RRSETS.includes(next.provider) && next.setIdentifier === old.setIdentifier;
  return isOne && next.setIdentifier !== UNKNOWN && !next.overwrites;
}

/** With split DNS, zones that the plan does not name can have the same names; and a short name may be relative to any zone. */
function ownerOf({ name, zoneId, mayBeRelative }: ChangedRecord): string | undefined {
  const isShort = zoneId === undefined && mayBeRelative && name?.split('.')[2] === undefined;
  return name === undefined || isShort ? undefined : `${name} ${zoneId}`;
}

/** Records that one plan has at one name; and a CNAME at the top of a zone, beside its SOA and NS. */
function together(records: readonly ChangedRecord[], zones: Zones): Finding[] {
  const apexes = new Set(zones.all.map(({ name }) => name));
  return [...groupedBy(records, ownerOf)].flatMap(([owner, all]) => {
    const [name = ''] = owner.split(' ');
    const certain = all.filter(({ resource, type }) => !resource.isConditional && type !== undefined);
    const cname = certain.find(({ type }) => type === 'CNAME');
    const isApex =
      cname && RRSETS.includes(cname.provider) && (cname.zone ? cname.zone.name === name : apexes.has(name));
    if (cname?.isChanged && isApex)
      return refused(
        name,
        `${cname.resource.place} is a CNAME at ${name}, the top name of its zone`,
        'a CNAME excludes every other record, and its SOA and NS are there (RFC 1034 3.6.2)',
        'have an alias record in its place',
      );
    const conflicts = (one: ChangedRecord, two: ChangedRecord) =>
      one !== two && (one.isChanged || two.isChanged) && excludes(one, two) && excludes(two, one);
    const beside = cname && certain.find((one) => conflicts(cname, one));
    const alike = [
      ...groupedBy(certain, ({ type, setIdentifier }) => `${type} ${String(setIdentifier)}`).values(),
    ];
    const twice = alike.find(([one, two]) => one && two && conflicts(one, two))?.slice(0, 2);
    const pair = cname && beside ? [cname, beside] : twice;
    if (pair === undefined) return [];
    const both = list(pair.map(({ type, resource }) => `${type} of ${resource.place}`));
    const why = 'they exclude each other, and the DNS host refuses the second one';
    return refused(name, `the plan has ${both} at ${name}`, why, 'keep one of them');
  });
}
