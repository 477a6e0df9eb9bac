// The rights to the stacks' state in its bucket, and to the keys of their secrets.
import { type Statement, statement } from '../../infra/rights/policy.ts';
import { actions, IN_ACCOUNT } from '../../infra/rights/right.ts';

export interface StateArgs {
  /** The argument of `pulumi login`: `s3://bucket`, `s3://bucket/folder?region=eu-west-1`. */
  readonly backend: string;
  readonly project: string;
  /** By stack, the ARN of the key that encrypts its data key. */
  readonly keys: Readonly<Record<string, string>>;
  /** The account that the bucket is in. */
  readonly account: string;
}

/**
 * For all stacks of the project, because `pulumi stack ls` reads each. A preview takes no lock and writes nothing:
 * `Preview` in pulumi's pkg/backend/diy/backend.go.
 */
export function readState(args: StateArgs): Statement[] {
  return reading(args, '*', Object.values(args.keys));
}

function reading(args: StateArgs, files: string, keys: readonly string[]): Statement[] {
  const { bucket, at } = placesOf(args);
  return [
    // The whole bucket: without the right to list, S3 reports a missing file as forbidden.
    inAccount(args, actions('s3', 'ListBucket GetBucketLocation'), [bucket]),
    inAccount(args, actions('s3', 'GetObject'), [at('meta.yaml'), at(`stacks/${args.project}/${files}`)]),
    { Effect: 'Allow', Action: ['kms:Decrypt'], Resource: keys },
  ];
}

/** An update reads, decrypts and locks its own stack, and writes backups and a history. */
export function writeState(args: StateArgs, stack: string): Statement[] {
  const { at } = placesOf(args);
  const own = `${args.project}/${stack}`;
  const files = [`stacks/${own}.*`, `backups/${own}/*`, `history/${own}/*`, `locks/organization/${own}/*`];
  return [
    ...reading(args, `${stack}.*`, [args.keys[stack] ?? '']),
    inAccount(args, actions('s3', 'GetObject PutObject DeleteObject'), files.map(at)),
  ];
}

function placesOf({ backend }: StateArgs) {
  const { hostname, pathname } = new URL(backend);
  const bucket = `arn:aws:s3:::${hostname}`;
  const folder = pathname.replaceAll(/^\/+|\/+$/g, '');
  return { bucket, at: (path: string) => [bucket, folder, '.pulumi', path].filter(Boolean).join('/') };
}

function inAccount({ account }: StateArgs, actions: readonly string[], on: readonly string[]): Statement {
  return statement({ actions, on, when: IN_ACCOUNT }, { account });
}
