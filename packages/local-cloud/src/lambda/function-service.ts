// What Lambda stores of each function, and what its resource handlers need.
import type { Identity } from '../iam/index.ts';
import type { Collection } from '../store.ts';
import type { FunctionInputs, PermissionInputs } from './inputs.ts';

export interface FunctionRecord {
  readonly arn: string;
  readonly region: string;
  readonly inputs: Omit<FunctionInputs, 'code'>;
  readonly computed: object;
  /** The folder of the unpacked code, below the service's own. */
  readonly root: string;
}

/** What the resource handlers need of Lambda. */
export interface FunctionService {
  readonly records: Collection<FunctionRecord>;
  /** Keyed by `<function ARN>/<statement id>`. */
  readonly permissions: Collection<PermissionInputs>;
  readonly identity: Identity;
  /** The folder of the unpacked code. */
  readonly folder: string;
  /** New invocations run the new version; those under way finish on the old one. */
  put(record: FunctionRecord): Promise<void>;
  remove(arn: string): Promise<void>;
}
