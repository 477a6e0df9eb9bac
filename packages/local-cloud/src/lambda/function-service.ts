// What Lambda holds of each function, and what the resource handlers need of it.

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
  /** Where code is unpacked. */
  readonly folder: string;
  /** New calls go to the new version at once; the old one finishes what it is at. */
  put(record: FunctionRecord): Promise<void>;
  remove(arn: string): Promise<void>;
}
