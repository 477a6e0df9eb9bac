// Record sets.
import { kept, of, type TypeTable } from '../table.ts';

const PROVIDER = 'hashicorp/terraform-provider-aws internal/service/route53/record.go';
const change = of('ChangeResourceRecordSets');
const set = (member: string, more = {}) => change(`ChangeBatch.Changes[].ResourceRecordSet.${member}`, more);

const alias = {
  ttl: undefined,
  records: undefined,
  aliases: [{ name: 'd1.cloudfront.net', zoneId: 'Z2FDTNDATAQYW2', evaluateTargetHealth: false }],
};

const record: TypeTable = {
  type: 'aws:route53/record:Record',
  service: 'route53',
  valid: { zoneId: 'Z1', name: 'www', type: 'A', ttl: 60, records: ['192.0.2.1'], allowOverwrite: false },
  inputs: {
    zoneId: change('HostedZoneId', { rules: [{ min: 1, source: `${PROVIDER} zone_id` }] }),
    name: set('Name'),
    type: set('Type', {
      emulated: {
        only: ['A', 'AAAA', 'CNAME', 'NS', 'PTR', 'MX', 'SRV', 'CAA', 'TXT', 'SVCB', 'HTTPS'],
        reason: 'the local DNS holds no others that a program may write',
      },
    }),
    ttl: set('TTL', {
      absent: { verdict: 'accepted', reason: 'it is refused by the change, which names the record' },
    }),
    records: set('ResourceRecords', { absent: { verdict: 'refused', reason: `${PROVIDER} ExactlyOneOf` } }),
    'records[]': set('ResourceRecords[].Value', {
      unspecified: { values: [''], reason: 'the provider leaves empty texts of a set out' },
    }),
    aliases: set('AliasTarget', {
      given: alias,
      rules: [{ max: 1, source: `${PROVIDER} alias MaxItems` }],
      unspecified: { values: [[]], reason: 'the provider takes no block for no alias, which leaves nothing' },
      absent: { verdict: 'refused', reason: `${PROVIDER} ExactlyOneOf` },
    }),
    'aliases[]': set('AliasTarget', { given: alias }),
    'aliases[].name': set('AliasTarget.DNSName', {
      given: alias,
      rules: [{ min: 1, max: 1024, source: PROVIDER }],
    }),
    'aliases[].zoneId': set('AliasTarget.HostedZoneId', {
      given: alias,
      rules: [{ min: 1, max: 32, source: PROVIDER }],
    }),
    'aliases[].evaluateTargetHealth': set('AliasTarget.EvaluateTargetHealth', { given: alias }),
    allowOverwrite: kept('it chooses between CREATE and UPSERT', PROVIDER),
  },
};

export const route53: readonly TypeTable[] = [record];
