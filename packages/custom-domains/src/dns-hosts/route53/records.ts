// Route 53's records: a CNAME below the apex; at an apex, which cannot be a CNAME, alias A and AAAA records.

import { Provider } from '@pulumi/aws/provider.js';
import { getZone } from '@pulumi/aws/route53/getZone.js';
import { type RecordArgs, Record as Route53Record } from '@pulumi/aws/route53/record.js';
import type * as pulumi from '@pulumi/pulumi';
import { canonical } from '../../names/dns-name.ts';
import { RECORD_TTL } from '../../names/record-ttl.ts';
import type { AdapterOptions, CnameRecord, DnsAdapterOf, RoutingTarget } from '../adapter.ts';
import type { ProviderRun } from '../descriptor.ts';
import { existingRecords } from './existing-records.ts';
import { type Route53Zone, reportAtOnce, zoneIds } from './zone-id.ts';

/**
 * Records in a public hosted zone. A conflicting routing record is an error. ACM's validation record of a name is the
 * same for each certificate of an account: an existing one is the account's own, and is overwritten.
 *
 * @example
 * route53Dns({ name: 'example.com' })
 * @example <caption>The zone is in another account than the host.</caption>
 * route53Dns({ name: 'example.com' }, { provider: dnsAccount })
 */
export function route53Dns(zone: Route53Zone, { provider }: AdapterOptions = {}): DnsAdapterOf<'route53'> {
  const zoneIdFor = zoneIds(zone);
  const ofAccount = <T extends object>(given?: T) => ({ ...given, ...(provider && { provider }) });
  const record = (
    name: string,
    args: Omit<RecordArgs, 'zoneId'>,
    given: pulumi.CustomResourceOptions,
  ): Route53Record => {
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
      if (!apex) {
        return [record(names.routingRecord, cname({ name: host, value: target.domainName, ttl }), opts)];
      }
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

/** STS, AssumeRole: a session's name has at most 64 characters. It is in the other account's CloudTrail. */
const SESSION_NAME_LENGTH = 64;

/** Of a zone in another account, in which the deployment assumes a role. */
export function route53Provider(
  name: string,
  { role: roleArn }: { readonly role: string },
  { session, region }: ProviderRun,
): pulumi.ProviderResource {
  const sessionName = session.slice(0, SESSION_NAME_LENGTH);
  return new Provider(name, { region, assumeRoles: [{ roleArn, sessionName }] });
}
