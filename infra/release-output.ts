// The output `release`: the version that gets the calls, and the one before it.
import type { Alias } from '@pulumi/aws/lambda/alias.js';
import { getAlias } from '@pulumi/aws/lambda/getAlias.js';
import * as pulumi from '@pulumi/pulumi';
import { LIVE } from './release/access.ts';

export interface ReleaseOutput {
  /** The function's name; with the alias `live` it is what the gateway invokes. */
  readonly function: string;
  /** Numbers of versions, as text. */
  readonly live: string;
  /** Undefined before the second release. */
  readonly before?: string;
}

/** The version that gets the calls when a run begins; undefined where no function is deployed, or the look-up fails. */
export async function servedVersion(previous: unknown): Promise<string | undefined> {
  const { function: functionName } = (previous ?? {}) as Partial<ReleaseOutput>;
  if (functionName === undefined) return undefined;
  return getAlias({ functionName, name: LIVE }).then(
    ({ functionVersion }) => functionVersion,
    () => undefined,
  );
}

/**
 * `previous` is the output of the last run that reached its end; after a rollback, `served` is another version than it has. Where a
 * release goes back, the alias fails, and the output stays what it was. A version before that is not known is not named.
 */
export function releaseOutput(
  alias: Alias,
  previous: unknown,
  served: string | undefined,
): pulumi.Output<ReleaseOutput> {
  const last = (previous ?? {}) as Partial<ReleaseOutput>;
  const released = pulumi
    .all([alias.functionName, alias.functionVersion])
    .apply(([name, live]): ReleaseOutput => {
      const replaced = last.live === live ? last.before : last.live;
      const before = served === live ? replaced : served;
      return { function: name, live, ...(before !== undefined && name === last.function && { before }) };
    });
  return pulumi.recover(released, () => last as ReleaseOutput);
}
