// The output `release`: the version that gets the calls, and the one before it; and a change of the function that was
// not published.
import { isDeepStrictEqual } from 'node:util';
import { type StackState, typedName, warnEngine } from '@petstore/custom-domains/many-hosts';
import { paragraph, shown } from '@petstore/custom-domains/output';
import type { Alias } from '@pulumi/aws/lambda/alias.js';
import { getAlias } from '@pulumi/aws/lambda/getAlias.js';
import { getFunction } from '@pulumi/aws/lambda/getFunction.js';
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

/** `previous`: the output of the last run that reached its end; after a rollback `served` is another version. Where a
 * release goes back, the alias fails, and the output stays. */
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

const PUBLISHED = [
  ...(['architectures', 'codeSha256', 'environment', 'handler', 'loggingConfigs'] as const),
  ...(['memorySize', 'role', 'runtime', 'timeout', 'tracingConfig'] as const),
];

/** A value of `sourceCodeHash` that the state does not have, where the newest version is not what the function is: the
 * provider publishes only with a change (resourceFunctionUpdate in terraform-provider-aws). */
export async function unpublished({ typed }: StackState, name: string): Promise<string | undefined> {
  const { name: functionName } = typed.get(typedName('aws:lambda/function:Function', name))?.outputs ?? {};
  if (typeof functionName !== 'string') return undefined;
  try {
    const [own, newest] = await Promise.all([
      getFunction({ functionName, qualifier: '$LATEST' }),
      getFunction({ functionName }),
    ]);
    const isPublished = PUBLISHED.every((key) => isDeepStrictEqual(own[key], newest[key]));
    return isPublished ? undefined : `not published: ${own.lastModified}`;
  } catch (error) {
    const { message } = error as Error;
    void warnEngine(
      shown`whether ${functionName} is published as it is could not be looked up: ${paragraph(message)}`,
    );
    return undefined;
  }
}
