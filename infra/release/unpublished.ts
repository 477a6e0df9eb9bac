// A version that is missing: the function was changed, and the run ended before it was published, or the publication failed.
import { isDeepStrictEqual } from 'node:util';
import { type StackState, typedName, warnEngine } from '@petstore/custom-domains/many-hosts';
import { paragraph, shown } from '@petstore/custom-domains/output';
import { getFunction } from '@pulumi/aws/lambda/getFunction.js';

/** What a version has of a function. */
const PUBLISHED = [
  ...(['architectures', 'codeSha256', 'environment', 'handler', 'loggingConfigs'] as const),
  ...(['memorySize', 'role', 'runtime', 'timeout', 'tracingConfig'] as const),
];

/**
 * A value of `sourceCodeHash` that the state does not have, where the newest version is not what the function is: the
 * provider publishes only with a change, and for this one it deploys the declared code again (resourceFunctionUpdate in
 * terraform-provider-aws). Once it is left out, nothing changes. `name`: the function's logical name.
 */
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
