// Lambda's API for programs: GetAlias and UpdateAlias.
// Paths and members: botocore/data/lambda/2015-03-31/service-2.json
import type { Api, ApiRequest } from '../endpoint/index.ts';
import { ServiceError } from '../service-error.ts';
import type { AliasOperations } from './alias-operations.ts';
import type { AliasRecord } from './function-service.ts';

const ALIAS_PATH = /^\/2015-03-31\/functions\/(?<name>[^/]+)\/aliases\/(?<alias>[^/]+)$/;

interface UpdateAliasBody {
  readonly FunctionVersion?: string;
  readonly Description?: string;
  readonly RoutingConfig?: { readonly AdditionalVersionWeights?: Readonly<Record<string, number>> };
  readonly RevisionId?: string;
}

export function lambdaApi(accountId: string, aliases: AliasOperations): Api {
  const call = async ({ method, path, body, region }: ApiRequest) => {
    const { name, alias } = ALIAS_PATH.exec(path)?.groups ?? {};
    if (name === undefined || alias === undefined || (method !== 'GET' && method !== 'PUT'))
      throw new ServiceError('UnknownOperationException', `${method} ${path} is not emulated`, 404);
    const functionArn = `arn:aws:lambda:${region}:${accountId}:function:${decodeURIComponent(name)}`;
    const arn = `${functionArn}:${decodeURIComponent(alias)}`;
    if (method === 'GET') return described(aliases.get(arn));
    const { FunctionVersion, Description, RoutingConfig, RevisionId } = JSON.parse(body) as UpdateAliasBody;
    const weights = RoutingConfig?.AdditionalVersionWeights;
    return described(
      await aliases.update(arn, {
        ...(FunctionVersion !== undefined && { functionVersion: FunctionVersion }),
        ...(Description !== undefined && { description: Description }),
        ...(RoutingConfig !== undefined && { weights: weights ?? {} }),
        ...(RevisionId !== undefined && { revisionId: RevisionId }),
      }),
    );
  };
  return { call, protocol: 'rest-json' };
}

function described({ functionArn, name, functionVersion, description, weights, revisionId }: AliasRecord) {
  return {
    AliasArn: `${functionArn}:${name}`,
    Name: name,
    FunctionVersion: functionVersion,
    Description: description ?? '',
    ...(Object.keys(weights).length > 0 && { RoutingConfig: { AdditionalVersionWeights: weights } }),
    RevisionId: revisionId,
  };
}
