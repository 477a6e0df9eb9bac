// GetAlias and UpdateAlias, for the resource, for the API, and for CodeDeploy.
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../service-error.ts';
import type { AliasRecord, FunctionService } from './function-service.ts';
import { LATEST } from './qualified-arn.ts';
import { versionKey } from './versions.ts';

/** What UpdateAlias changes; what is absent stays. */
export interface AliasChange {
  readonly functionVersion?: string;
  readonly description?: string;
  readonly weights?: Readonly<Record<string, number>>;
  /** Refused unless it is the alias's own. */
  readonly revisionId?: string;
}

export interface AliasOperations {
  /** `arn` is the alias's. Throws ResourceNotFoundException. */
  get(arn: string): AliasRecord;
  update(arn: string, change: AliasChange): Promise<AliasRecord>;
}

export function createAliasOperations(service: FunctionService): AliasOperations {
  const get = (arn: string) => {
    const alias = service.aliases.get(arn);
    if (alias === undefined)
      throw new ServiceError('ResourceNotFoundException', `Cannot find alias arn: ${arn}`, 404);
    return alias;
  };
  return {
    get,
    async update(arn, { revisionId, ...change }) {
      const { revisionId: current, ...alias } = get(arn);
      if (revisionId !== undefined && revisionId !== current) {
        const reason =
          'The Revision Id provided does not match the latest Revision Id. Call the GetFunction/GetAlias API to retrieve the latest Revision Id';
        throw new ServiceError('PreconditionFailedException', reason, 412);
      }
      return putAlias(service, { ...alias, ...change });
    },
  };
}

type UnsavedAlias = Omit<AliasRecord, 'revisionId'>;

export async function putAlias(service: FunctionService, alias: UnsavedAlias): Promise<AliasRecord> {
  assertAlias(service, alias);
  const put = { ...alias, revisionId: randomUUID() };
  await service.putAlias(put);
  return put;
}

/** Throws Lambda's refusals of an alias. */
export function assertAlias(service: FunctionService, alias: UnsavedAlias): void {
  const { functionArn, functionVersion, weights } = alias;
  for (const version of [functionVersion, ...Object.keys(weights)])
    assertVersion(service, functionArn, version);
  assertRouting(alias);
}

function assertVersion({ records, versions }: FunctionService, arn: string, version: string): void {
  if (records.get(arn) === undefined)
    throw new ServiceError('ResourceNotFoundException', `Function not found: ${arn}`, 404);
  const key = versionKey(arn, version);
  if (version !== LATEST && versions.get(key) === undefined)
    throw new ServiceError('ResourceNotFoundException', `Function not found: ${key}`, 404);
}

/**
 * "You can point an alias to a maximum of two Lambda function versions", both published
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuring-alias-routing.html).
 */
function assertRouting({ functionVersion, weights }: UnsavedAlias): void {
  const others = Object.keys(weights);
  if (others.length > 1)
    throw invalid('Number of items in AdditionalVersionWeights cannot be greater than 1');
  if (others.length > 0 && functionVersion === LATEST)
    throw invalid('$LATEST is not supported for an alias pointing to more than 1 version');
  if (others.includes(functionVersion))
    throw invalid(
      `Version ${functionVersion} cannot be both the primary and an additional version of the alias`,
    );
}

function invalid(message: string): ServiceError {
  return new ServiceError('InvalidParameterValueException', message);
}
