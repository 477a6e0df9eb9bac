// The rights to the stacks' state in its bucket, and to the key of its secrets.
import { fillCondition, type Statement } from './policy.ts';
import { IN_ACCOUNT } from './rights/right.ts';

export interface StateArgs {
  /** The argument of `pulumi login`: `s3://bucket`, `s3://bucket/folder?region=eu-west-1`. */
  readonly backend: string;
  readonly project: string;
  /** ARN of the key that encrypts the stacks' data keys. */
  readonly keyArn: string;
  /** The account that the bucket is in. */
  readonly account: string;
}

/**
 * For all stacks of the project, because `pulumi stack ls` reads each. A preview takes no lock and writes nothing:
 * `Preview` in pulumi's pkg/backend/diy/backend.go.
 */
export function readState(args: StateArgs): Statement[] {
  const { bucket, at } = placesOf(args);
  return [
    // The whole bucket: without the right to list, S3 reports a missing file as forbidden.
    inAccount(args, ['s3:ListBucket', 's3:GetBucketLocation'], [bucket]),
    inAccount(args, ['s3:GetObject'], [at('meta.yaml'), at(`stacks/${args.project}/*`)]),
    { Effect: 'Allow', Action: ['kms:Decrypt'], Resource: [args.keyArn] },
  ];
}

/** An update locks its stack, and writes backups and a history. */
export function writeState(args: StateArgs, stack: string): Statement[] {
  const { at } = placesOf(args);
  const { project } = args;
  const files = [
    at(`stacks/${project}/${stack}.*`),
    at(`backups/${project}/${stack}/*`),
    at(`history/${project}/${stack}/*`),
    at(`locks/organization/${project}/${stack}/*`),
  ];
  return [...readState(args), inAccount(args, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], files)];
}

const NO_URL = { protocol: '', hostname: '', pathname: '' };

function placesOf({ backend }: StateArgs) {
  const { protocol, hostname, pathname } = URL.canParse(backend) ? new URL(backend) : NO_URL;
  if (protocol !== 's3:' || hostname === '') {
    throw new Error(
      `bootstrap:backend "${backend}" is not a bucket: set it to the argument of \`pulumi login\`, s3://BUCKET`,
    );
  }
  const bucket = `arn:aws:s3:::${hostname}`;
  const folder = pathname.replaceAll(/^\/+|\/+$/g, '');
  return { bucket, at: (path: string) => [bucket, folder, '.pulumi', path].filter(Boolean).join('/') };
}

function inAccount(
  { account }: StateArgs,
  Action: readonly string[],
  Resource: readonly string[],
): Statement {
  const Condition = fillCondition(IN_ACCOUNT, { account });
  return { Effect: 'Allow', Action, Resource, Condition };
}
