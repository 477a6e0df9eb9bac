// The alias `live`: the version that gets the calls, and the one that gets a share of them during a release.
import { type AliasConfiguration, GetAliasCommand, UpdateAliasCommand } from '@aws-sdk/client-lambda';
import type { ReleaseClients } from './access.ts';
import { LIVE } from './names.ts';

export interface LiveAlias {
  readonly version: string;
  /** Percent of the calls that the other version gets; absent outside of a release. */
  readonly canary?: { readonly version: string; readonly percent: number };
  /** The version that a person took back, and when. */
  readonly takenBack?: TakenBack;
  readonly revisionId?: string;
}

export interface TakenBack {
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The alias's description remembers what a person took back. Nothing else writes it. */
const TAKEN_BACK = /^version (?<version>\d+) was taken back at (?<at>\S+)$/;

export async function readAlias({ lambda }: ReleaseClients, functionName: string): Promise<LiveAlias> {
  return parsed(await lambda.send(new GetAliasCommand({ FunctionName: functionName, Name: LIVE })));
}

function parsed({
  FunctionVersion = '',
  RoutingConfig,
  Description,
  RevisionId,
}: AliasConfiguration): LiveAlias {
  const [other] = Object.entries(RoutingConfig?.AdditionalVersionWeights ?? {});
  const { version, at } = TAKEN_BACK.exec(Description ?? '')?.groups ?? {};
  return {
    version: FunctionVersion,
    ...(other && { canary: { version: other[0], percent: Math.round(other[1] * 100) } }),
    ...(version !== undefined && at !== undefined && { takenBack: { version, at } }),
    ...(RevisionId !== undefined && { revisionId: RevisionId }),
  };
}

export interface AliasChange {
  readonly version?: string;
  readonly takenBack?: TakenBack | 'none';
}

/** Every call goes to one version. Refused where the alias is not the one that was read. */
export async function writeAlias(
  { lambda }: ReleaseClients,
  functionName: string,
  { revisionId }: LiveAlias,
  { version, takenBack }: AliasChange,
): Promise<void> {
  const description =
    takenBack === 'none' || takenBack === undefined
      ? ''
      : `version ${takenBack.version} was taken back at ${takenBack.at}`;
  await lambda.send(
    new UpdateAliasCommand({
      ...{ FunctionName: functionName, Name: LIVE, FunctionVersion: version, RevisionId: revisionId },
      RoutingConfig: { AdditionalVersionWeights: {} },
      ...(takenBack !== undefined && { Description: description }),
    }),
  );
}
