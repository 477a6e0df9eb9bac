// The function of a stack and its services: in the running local cloud, or in AWS.
import { command } from '@petstore/custom-domains/output';
import { type CloudAccess, releaseClients } from '../../infra/release/access.ts';
import { releaseGroup } from '../../infra/release/names.ts';
import type { ReleasedFunction } from '../../infra/release/status.ts';
import { CommandError } from '../command-error.ts';
import { readServed } from '../served-cloud.ts';
import { LOCAL_STACK, PROJECT } from '../stack-names.ts';
import { knownOutputs } from '../stack-outputs.ts';

interface Outputs {
  readonly release?: { readonly function?: string; readonly before?: string };
  readonly region?: string;
}

/** Throws UsageError where the local cloud does not run or the outputs cannot be read, and CommandError where there is no function yet. */
export async function stackRelease(stack: string) {
  const isLocal = stack === LOCAL_STACK;
  const outputs = isLocal
    ? readServed<Outputs>('outputs')
    : await knownOutputs(
        { stack, what: `The function of ${stack}` },
        `install the Pulumi CLI, log in where the stack's state is (pulumi login), and check: ${command`pulumi stack output --stack ${stack}`}`,
      );
  const { release, region } = outputs as Outputs;
  if (release?.function === undefined || region === undefined)
    throw new CommandError(`${stack} has no function yet: ${command`pulumi up --stack ${stack}`} first`);
  const access = isLocal ? readServed<Omit<CloudAccess, 'region'>>('api') : {};
  const group = releaseGroup(PROJECT, stack);
  const released: ReleasedFunction = { functionName: release.function, group, knownBefore: release.before };
  return { clients: await releaseClients({ ...access, region }), released };
}
