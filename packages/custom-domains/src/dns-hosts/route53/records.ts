// Route 53's records: a CNAME below the apex; at an apex, which cannot be a CNAME, alias A and AAAA records.

import { Provider } from '@pulumi/aws/provider.js';
import { getRecords } from '@pulumi/aws/route53/getRecords.js';
import { getZone } from '@pulumi/aws/route53/getZone.js';
import { type RecordArgs, Record as Route53Record } from '@pulumi/aws/route53/record.js';
import * as pulumi from '@pulumi/pulumi';
import { canonical } from '../../names/dns-name.ts';
import { RECORD_TTL } from '../../names/record-ttl.ts';
import { paragraph, printable, shown } from '../../output/index.ts';
import {
  type CnameRecord,
  type DnsAdapterOf,
  type ExistingRecord,
  knownZoneId,
  type RoutingTarget,
  type ZoneProvider,
} from '../adapter.ts';
import type { ProviderRun } from '../descriptor.ts';

/**
 * Records in a public hosted zone. A conflicting routing record is an error. ACM's validation record is the same for each certificate of
 * an account: an existing one is the account's own, and is overwritten. `provider`: of a zone in another account than the host.
 * @example route53Dns({ name: 'example.com' }, { provider: dnsAccount })
 */
export function route53Dns(zone: Route53Zone, { provider }: ZoneProvider = {}): DnsAdapterOf<'route53'> {
  const zoneIdFor = zoneIds(zone);
  const ofAccount = <T extends object>(given?: T) => ({ ...given, ...(provider && { provider }) });
  const record = (name: string, args: Omit<RecordArgs, 'zoneId'>, given: pulumi.CustomResourceOptions) => {
    const opts = ofAccount(given);
    const zoneId = zoneIdFor(opts);
    reportAtOnce(zoneId);
    return new Route53Record(name, { zoneId, ...args }, opts);
  };
  return {
    zone: { provider: 'route53', name: zone.name },
    existingRecords(host, given) {
      const opts = ofAccount(given);
      return existingRecords(zoneIdFor(opts), host, opts);
    },
    async nameServers(given) {
      const { name, zoneId } = zone;
      if (zoneId !== undefined && typeof zoneId !== 'string') return undefined;
      const wanted = zoneId === undefined ? { name, privateZone: false } : { zoneId };
      // The delegation set. White-label servers have other names, and the same addresses.
      const found = await getZone(wanted, ofAccount(given));
      return found.nameServers.map(canonical);
    },
    validationRecord(name, validation, opts) {
      const resource = record(name, { ...cname(validation), allowOverwrite: true }, opts);
      return { fqdn: resource.fqdn, resources: [resource] };
    },
    routingRecords(names, { host, apex, target, ttl }, opts) {
      if (!apex)
        return [record(names.routingRecord, cname({ name: host, value: target.domainName, ttl }), opts)];
      return [
        record(names.routingRecordA, alias(host, 'A', target), opts),
        record(names.routingRecordAaaa, alias(host, 'AAAA', target), opts),
        // aws/aws-cdk#38407: alias records of type HTTPS are for CloudFront only, since July 2025.
        ...(target.httpsParams === undefined
          ? []
          : [record(names.httpsRecord, alias(host, 'HTTPS', target), opts)]),
      ];
    },
  };
}

function cname({ name, value, ttl = RECORD_TTL }: CnameRecord) {
  return { name, type: 'CNAME' as const, ttl, records: [value] };
}

function alias(name: string, type: 'A' | 'AAAA' | 'HTTPS', { domainName, hostedZoneId }: RoutingTarget) {
  return { name, type, aliases: [{ name: domainName, zoneId: hostedZoneId, evaluateTargetHealth: false }] };
}

/** Of a zone in another account, in which the deployment assumes a role. */
export function route53Provider(
  name: string,
  { role: roleArn }: { readonly role: string },
  { session, region }: ProviderRun,
): pulumi.ProviderResource {
  // STS, AssumeRole: a session's name has at most 64 characters. It is in the other account's CloudTrail.
  const sessionName = session.slice(0, 64);
  return new Provider(name, { region, assumeRoles: [{ roleArn, sessionName }] });
}

type RecordSet = Awaited<ReturnType<typeof getRecords>>['resourceRecordSets'][number];

/** Those at the host, and those with an underscored label directly below it, as validation records have. */
export async function existingRecords(
  zoneId: pulumi.Input<string>,
  host: string,
  opts: pulumi.InvokeOptions,
): Promise<ExistingRecord[]> {
  const id = await knownZoneId(zoneId, host);
  const nameRegex = `^(_[^.]+\\.)?${host.replaceAll('.', '\\.')}\\.$`;
  const { resourceRecordSets } = await getRecords({ zoneId: id, nameRegex }, opts);
  return resourceRecordSets.map((set) => existingRecord(id, set));
}

/** Import ids are `ZONEID_name_TYPE` (terraform-provider-aws, website/docs/r/route53_record.html.markdown); with a routing policy none. */
function existingRecord(zoneId: string, set: RecordSet): ExistingRecord {
  const { type, ttl, aliasTarget, resourceRecords = [] } = set;
  const name = canonical(set.name);
  const values = aliasTarget ? [aliasTarget.dnsName] : resourceRecords.map(({ value }) => value);
  return {
    importId: `${zoneId}_${name}_${type}`,
    name,
    type,
    alias: Boolean(aliasTarget),
    value: values.map(canonical).join(' '),
    ...(aliasTarget ? {} : { ttl }),
    ...(set.setIdentifier ? { special: 'with a routing policy' } : {}),
  };
}

export interface Route53Zone {
  /** `example.com`. */
  readonly name: string;
  /** Looked up by name where absent: an error where no public zone, or more than one, has it. */
  readonly zoneId?: pulumi.Input<string>;
}

const GET_ZONE = 'aws:route53/getZone:getZone';

/** Looks the zone up once for each provider: hosts of several accounts can share an adapter. Rejects with RunError. */
function zoneIds({ name, zoneId }: Route53Zone) {
  const known = new Map<pulumi.ProviderResource | undefined, Promise<string>>();
  return ({ parent, provider }: pulumi.CustomResourceOptions): pulumi.Input<string> => {
    if (zoneId !== undefined) return zoneId;
    const own = provider ?? parent?.getProvider(GET_ZONE);
    const found = known.get(own) ?? lookUp(name, { parent, provider: own });
    known.set(own, found);
    return found;
  };
}

async function lookUp(name: string, opts: pulumi.InvokeOptions): Promise<string> {
  try {
    return (await getZone({ name, privateZone: false }, opts)).zoneId;
  } catch (cause) {
    // Without the engine's words in front, which name the function of the provider.
    const why = (cause as Error).message.replace(/^invocation of \S+ returned an error: /, '');
    const text = shown`the zone ${name} was not found at Route 53: ${paragraph(why)}. Check its name and the account of the credentials, or give its zoneId`;
    throw new pulumi.RunError(printable(text), { cause });
  }
}

// For an id that a resource takes. Pulumi looks at it only when what the resource depends on is known, and Node warns of a rejection that is
// handled late. Another promise has it at once, which nothing handles: Pulumi's runtime prints it, and the program fails.
function reportAtOnce(zoneId: pulumi.Input<string>): void {
  if (zoneId instanceof Promise) void zoneId.then(() => undefined);
}
