// The output `release`: the version that gets the calls, and the one before it.
import type { Alias } from '@pulumi/aws/lambda/alias.js';
import * as pulumi from '@pulumi/pulumi';

export interface ReleaseOutput {
  /** The function's name; with the alias `live` it is what the gateway invokes. */
  readonly function: string;
  /** Numbers of versions, as text. */
  readonly live: string;
  /** Undefined before the second release. */
  readonly before?: string;
}

/**
 * `previous` is the output of the last run that reached its end. Where a release goes back, the alias fails, and the output
 * stays what it was.
 */
export function releaseOutput(alias: Alias, previous: unknown): pulumi.Output<ReleaseOutput> {
  const last = (previous ?? {}) as Partial<ReleaseOutput>;
  const released = pulumi
    .all([alias.functionName, alias.functionVersion])
    .apply(([name, live]): ReleaseOutput => {
      const before = last.live === live ? last.before : last.live;
      return { function: name, live, ...(before !== undefined && { before }) };
    });
  return pulumi.recover(released, () => last as ReleaseOutput);
}
