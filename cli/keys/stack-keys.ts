// The API keys of a stack: its keys table, in the running local cloud or in AWS, and what its calls mean where they fail.
import { command } from '@petstore/custom-domains/output';
import { refreshOf } from '../../infra/plan/stack-option.ts';
import { createDynamo, type Dynamo } from '../../service/dynamo/client.ts';
import { DynamoError } from '../../service/dynamo/errors.ts';
import { createKeyAdmin, type KeyAdmin } from '../../service/keys/index.ts';
import { awsDynamo } from '../aws-credentials.ts';
import { CommandError } from '../command-error.ts';
import type { CloudEnvironment } from '../local-files.ts';
import { assertRegion } from '../options.ts';
import { readServed } from '../served-cloud.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { knownOutputs } from '../stack-outputs.ts';
import { UsageError } from '../usage-error.ts';

export interface StackOptions {
  readonly stack: string;
  readonly table?: string;
  readonly region?: string;
}

/** Throws UsageError or CommandError where the table, or credentials for it, cannot be found. */
export async function stackKeys(options: StackOptions): Promise<KeyAdmin> {
  const { stack } = options;
  if (stack === LOCAL_STACK) {
    if ((options.table ?? options.region) !== undefined)
      throw new UsageError('--table and --region are for a deployed stack.', 'name it with --stack');
    const { dynamodbEndpoint, keysTable, ...access } = readServed<CloudEnvironment>('environment');
    const dynamo = createDynamo({ ...access, endpoint: dynamodbEndpoint });
    return createKeyAdmin(namingTable(dynamo, keysTable, stack), keysTable);
  }
  if (options.region !== undefined) assertRegion(options.region);
  const { table, region } = await tableOf(options);
  return createKeyAdmin(namingTable(await awsDynamo(region), table, stack), table);
}

async function tableOf({ stack, table, region }: StackOptions): Promise<{ table: string; region: string }> {
  if (table !== undefined && region !== undefined) return { table, region };
  if (table !== undefined || region !== undefined)
    throw new UsageError('--table and --region go together.', 'give both, or neither');
  const what = `The keys table of ${stack}`;
  const outputs = (await knownOutputs({ stack, what }, 'give --table and --region')) as {
    readonly tables?: { readonly keys?: string };
    readonly region?: string;
  };
  if (outputs.tables?.keys !== undefined && outputs.region !== undefined)
    return { table: outputs.tables.keys, region: outputs.region };
  throw new CommandError(
    `${stack} has no keys table yet: ${command`pulumi up --stack ${stack}`} first, or give --table and --region`,
  );
}

/** Throws CommandError in place of ResourceNotFoundException, which names no table. */
export function namingTable(dynamo: Dynamo, table: string, stack: string): Dynamo {
  return {
    async call<Output>(operation: string, input: object, signal?: AbortSignal): Promise<Output> {
      try {
        return await dynamo.call<Output>(operation, input, signal);
      } catch (error) {
        if (!(error instanceof DynamoError) || error.code !== 'ResourceNotFoundException') throw error;
        throw new CommandError(
          `The keys table of ${stack} (${table}) does not exist.\n  deploy it again: ${refreshOf(stack)}`,
          { cause: error },
        );
      }
    },
  };
}
