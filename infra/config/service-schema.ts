// The settings of the service, with the limits that AWS sets.
import { QUOTAS } from '@petstore/custom-domains/quotas';
import * as z from 'zod';
import { MAX_SHARDS } from '../../service/tables.ts';
import { AWS_REGIONS, regionRefusal } from './regions.ts';
import { choice, formed, scalar, wholeNumber } from './scalars.ts';

/** The retention periods of CloudWatch Logs (API reference, PutRetentionPolicy), in days. */
const RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
] as const;

const GATEWAY_QUOTA = "API Gateway's quota for an account and region";
const GATEWAY_TIMEOUT = 'the gateway times out after 30 seconds';

function awsRegion(description: string) {
  const parse = (given: unknown) => {
    const refusal = regionRefusal(given);
    return refusal === undefined ? { value: String(given) } : { refusal };
  };
  return scalar<string>(parse, { enum: [...AWS_REGIONS], description });
}

function topic(description: string, example: string, region = example) {
  return formed(description, `^arn:aws:sns:${region}:[0-9]{12}:[A-Za-z0-9_-]{1,256}(\\.fifo)?$`, {
    code: 'bad-topic',
    what:
      region === example ? `is not the ARN of an SNS topic in ${region}` : 'is not the ARN of an SNS topic',
    fix: `write it like arn:aws:sns:${example}:123456789012:alarms`,
  });
}

function mapping<Shape extends z.ZodRawShape>(description: string, example: object, shape: Shape) {
  return z
    .strictObject(shape)
    .partial()
    .meta({ description, examples: [example] });
}

export const lambda = mapping(
  'The function behind the API.',
  { memoryMb: 512, timeoutSeconds: 10 },
  {
    memoryMb: wholeNumber('Memory in MB; CPU is in proportion.', [128, 10_240], "Lambda's limits, in MB"),
    timeoutSeconds: wholeNumber('Time limit of a request, in seconds.', [1, 30], GATEWAY_TIMEOUT),
    reservedConcurrency: wholeNumber(
      'Instances reserved for the function, and its limit. 0 stops it.',
      [0],
      'Lambda leaves 100 of the account unreserved',
    ),
  },
);

export const release = mapping(
  'How the calls are shifted to new code. Its alarms shift them back.',
  { canaryPercent: 10, minutes: 10 },
  {
    canaryPercent: wholeNumber(
      'Percent of the calls that a new version gets first. 0: all of them at once.',
      [0, 50],
      'what fails in a release is to be the smaller part',
    ),
    minutes: wholeNumber(
      'Minutes that the new version gets its share before it gets every call.',
      [1, 60],
      'pulumi up waits for the release',
    ),
  },
);

export const throttling = mapping(
  'The requests that the gateway accepts; others get a 429.',
  { ratePerSecond: 100, burst: 50 },
  {
    ratePerSecond: wholeNumber('Requests a second, averaged.', [1, 10_000], GATEWAY_QUOTA),
    burst: wholeNumber('Requests at once.', [1, 5000], GATEWAY_QUOTA),
  },
);

export const alarms = mapping(
  'Whom alarms are sent to, and what is slow.',
  { email: 'ops@petstore.example' },
  {
    email: formed(
      'A mail address that the alarms are sent to, once the link in the mail of each topic is opened.',
      '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$',
      { code: 'bad-email', what: 'is not a mail address', fix: 'write it like ops@petstore.example' },
    ),
    topicArn: topic("An SNS topic for the alarms, in the stack's region.", 'eu-west-1', '[a-z0-9-]+'),
    edgeTopicArn: topic('An SNS topic in us-east-1, for CloudFront and its certificates.', 'us-east-1'),
    latencyMs: wholeNumber('p99 latency in ms that raises the alarm.', [1, 30_000], GATEWAY_TIMEOUT),
  },
);

export const backup = mapping(
  'A backup of every table each day, copied to another region or account: about $0.10 a GB and month for each that is kept. Off by default.',
  { region: 'eu-central-1', days: 35 },
  {
    region: awsRegion('The region of the copies; the stack creates the vault there.'),
    vault: formed(
      'The ARN of a vault in another account, whose policy lets this account copy into it.',
      '^arn:aws:backup:[a-z0-9-]+:[0-9]{12}:backup-vault:[A-Za-z0-9_-]{2,50}$',
      {
        code: 'bad-vault',
        what: 'is not the ARN of a backup vault',
        fix: 'write it like arn:aws:backup:eu-west-1:210987654321:backup-vault:petstore',
      },
    ),
    days: wholeNumber('Days that each copy is kept: 35 by default.', [1, 36_500], "AWS Backup's limits"),
  },
);

export type BackupSetting = (
  | { /** Of a vault that the stack creates. */ readonly region: string }
  | { /** The ARN of a vault in another account. */ readonly vault: string }
) & { readonly days: number };

const BACKUP_DAYS = 35;

/** Undefined: no backup but the recovery of the tables themselves. One of the two places is there (rules.ts). */
export function backupSetting(written: z.output<typeof backup> | undefined): BackupSetting | undefined {
  if (written === undefined) return undefined;
  const { region, vault = '', days = BACKUP_DAYS } = written;
  return region === undefined ? { vault, days } : { region, days };
}

export const logRetentionDays = choice('How long logs are kept, in days.', RETENTION_DAYS);

export const shards = wholeNumber(
  'Partitions of the list for each status. Each takes about 1,000 creates a second; a list reads them all.',
  [1, MAX_SHARDS],
  'a list reads each of them',
);

export const allowedAccountIds = z
  .array(
    formed('An AWS account.', '^[0-9]{12}$', {
      code: 'bad-account',
      what: 'is not an AWS account id',
      fix: 'write its 12 digits in quotes: "123456789012"',
    }),
  )
  .min(1, 'write the account of this stack, or leave the key out')
  .meta({
    description:
      'The accounts that this stack may be deployed to. With credentials of another account nothing is deployed.',
    examples: [['123456789012']],
  });

export const permissionsBoundary = formed(
  "The policy that limits the function's role: examples/bootstrap creates one for each stack.",
  '^arn:aws:iam::[0-9]{12}:policy/[\\w+=,.@/-]{1,512}$',
  {
    code: 'bad-boundary',
    what: 'is not the ARN of an IAM policy',
    fix: 'write it like arn:aws:iam::123456789012:policy/petstore-staging-boundary',
  },
);

export const region = awsRegion('The region of all but certificates for CloudFront and copies of backups.');

export const quotas = mapping(
  'Quotas that were raised, or that other stacks leave: what this stack can have.',
  { 'L-24B04930': 1000 },
  Object.fromEntries(
    QUOTAS.map(({ id, what, default: limit }) => [
      id,
      wholeNumber(`How many ${what} the stack can have; ${limit} by default.`, [1], 'what was granted'),
    ]),
  ),
);
