// Log groups.
import { emptyIsUnset, kept, of, region, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const SOURCE = 'internal/service/logs/group.go';
const PROVIDER = `hashicorp/terraform-provider-aws ${SOURCE}`;
const create = of('CreateLogGroup');

const DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

const group: TypeTable = {
  type: 'aws:cloudwatch/logGroup:LogGroup',
  service: 'logs',
  valid: {
    ...{ name: '/aws/lambda/orders', region: 'eu-west-1', retentionInDays: 30, logGroupClass: 'STANDARD' },
    ...{ kmsKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/orders', deletionProtectionEnabled: false },
    ...{ skipDestroy: false, tags: { team: 'orders' } },
  },
  inputs: {
    name: create('logGroupName'),
    region,
    retentionInDays: of('PutRetentionPolicy')('retentionInDays', {
      rules: [
        { source: `logs PutRetentionPolicy.retentionInDays, its documentation`, enum: DAYS.map(String) },
      ],
      unset: {
        values: [0],
        source: `${PROVIDER} retention_in_days: 0 keeps for ever, by DeleteRetentionPolicy`,
      },
      absent: { verdict: 'accepted', reason: `${PROVIDER}: 0 where it is absent` },
    }),
    logGroupClass: create('logGroupClass'),
    kmsKeyId: create('kmsKeyId', emptyIsUnset(SOURCE)),
    deletionProtectionEnabled: create('deletionProtectionEnabled'),
    skipDestroy: kept('the provider is to leave the group when it is no longer declared', PROVIDER),
    ...tags({
      all: 'CreateLogGroup.tags',
      key: 'CreateLogGroup.tags{key}',
      value: 'CreateLogGroup.tags{value}',
    }),
  },
};

export const logs: readonly TypeTable[] = [group];
