// The alias `live`: the version that gets the calls, and the one that gets a share of them during a release.
import { GetAliasCommand, GetFunctionConfigurationCommand, UpdateAliasCommand } from '@aws-sdk/client-lambda';
import type { ReleaseClients } from './access.ts';
import { LIVE } from './names.ts';

export interface LiveAlias {
  readonly version: string;
  /** Percent of the calls that the other version gets; absent outside of a release. */
  readonly canary?: { readonly version: string; readonly percent: number };
  /** The version that a person took back, and when. */
  readonly takenBack?: { readonly version: string /** ISO 8601. */; readonly at: string };
  readonly revisionId?: string;
}

/** The alias's description remembers what a person took back. Nothing else writes it. */
const TAKEN_BACK = /^version (?<version>\d+) was taken back at (?<at>\S+)$/;

export async function readAlias({ lambda }: ReleaseClients, functionName: string): Promise<LiveAlias> {
  const alias = await lambda.send(new GetAliasCommand({ FunctionName: functionName, Name: LIVE }));
  const [other] = Object.entries(alias.RoutingConfig?.AdditionalVersionWeights ?? {});
  const { version = '', at = '' } = TAKEN_BACK.exec(alias.Description ?? '')?.groups ?? {};
  return {
    version: alias.FunctionVersion ?? '',
    canary: other && { version: other[0], percent: Math.round(other[1] * 100) },
    takenBack: version === '' ? undefined : { version, at },
    revisionId: alias.RevisionId,
  };
}

/** Every call goes to one version. Refused where the alias is not the one that was read. `description`: unchanged where absent. */
export async function writeAlias(
  { lambda }: ReleaseClients,
  functionName: string,
  { revisionId }: LiveAlias,
  { version, description }: { readonly version: string; readonly description?: string },
): Promise<void> {
  await lambda.send(
    new UpdateAliasCommand({
      FunctionName: functionName,
      Name: LIVE,
      FunctionVersion: version,
      RevisionId: revisionId,
      RoutingConfig: { AdditionalVersionWeights: {} },
      Description: description,
    }),
  );
}

/** The execution role of a version, as its ARN. */
export async function roleOf({ lambda }: ReleaseClients, functionName: string, version: string) {
  const command = new GetFunctionConfigurationCommand({ FunctionName: functionName, Qualifier: version });
  return (await lambda.send(command)).Role;
}

/** The description that `readAlias` reads again. */
export function takenBackNow(version: string): string {
  return `version ${version} was taken back at ${new Date().toISOString()}`;
}
