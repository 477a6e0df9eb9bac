// What Lambda stores of each function, its versions and its aliases, and what its resource handlers need.
import type { Identity } from '../iam/index.ts';
import type { Collection } from '../store.ts';
import type { FunctionInputs, PermissionInputs } from './inputs.ts';

/** Code and configuration: of a function as last deployed (`$LATEST`), or of a version, which never changes. */
export interface FunctionRecord {
  /** Without a qualifier. */
  readonly arn: string;
  readonly region: string;
  readonly inputs: Omit<FunctionInputs, 'code'>;
  readonly computed: FunctionComputed;
  /** The folder of the unpacked code, below the service's own. */
  readonly root: string;
}

export interface FunctionComputed {
  readonly arn: string;
  readonly version: string;
  readonly codeSha256: string;
}

export interface AliasRecord {
  /** Without a qualifier. */
  readonly functionArn: string;
  readonly region: string;
  readonly name: string;
  readonly functionVersion: string;
  readonly description?: string;
  /** Parts of the invocations, from 0 to 1, that other versions get: one version at most. */
  readonly weights: Readonly<Record<string, number>>;
  readonly revisionId: string;
}

/** The version that runs an invocation. */
export interface ResolvedInvocation {
  readonly record: FunctionRecord;
  /** Of its pool: the ARN with the version. */
  readonly key: string;
  /** Undefined: the invocation names a version, or none. */
  readonly alias: AliasRecord | undefined;
}

/** What the resource handlers need of Lambda. */
export interface FunctionService {
  readonly records: Collection<FunctionRecord>;
  /** Keyed by `<function ARN>:<version>`. */
  readonly versions: Collection<FunctionRecord>;
  /** The last number of a version that a function had, by its ARN; kept when the function is deleted. */
  readonly lastVersions: Collection<number>;
  /** Keyed by `<function ARN>:<alias>`. */
  readonly aliases: Collection<AliasRecord>;
  /** Keyed by `<function ARN, with its qualifier>/<statement id>`. */
  readonly permissions: Collection<PermissionInputs>;
  readonly identity: Identity;
  /** The folder of the unpacked code. */
  readonly folder: string;
  /** New invocations run the new code; those under way finish on the old one. */
  put(record: FunctionRecord): Promise<void>;
  /** With its versions, aliases and permissions. */
  remove(arn: string): Promise<void>;
  /** The alias's versions are started before it sends invocations to them. */
  putAlias(alias: AliasRecord): Promise<void>;
  removeAlias(key: string): void;
}
