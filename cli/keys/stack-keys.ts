// The API keys of a stack: its keys table, in the running local cloud or in AWS, and what its calls mean where they fail.
import { stackOption } from '../../infra/plan/stack-option.ts';
import { createDynamo, type Dynamo } from '../../service/dynamo/client.ts';
import { DynamoError, UnconfirmedWriteError } from '../../service/dynamo/errors.ts';
import { createKeyAdmin, type KeyAdmin } from '../../service/keys/index.ts';
import type { KeyPrefix } from '../../service/tables.ts';
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

/** What the keys of a stack begin with. */
export const prefixOf = (stack: string): KeyPrefix => (stack === 'production' ? 'pets_live_' : 'pets_test_');

/** Throws UsageError or CommandError where the table, or credentials for it, cannot be found. */
export async function stackKeys(options: StackOptions): Promise<KeyAdmin> {
  const { stack } = options;
  if (stack !== LOCAL_STACK) {
    if (options.region !== undefined) assertRegion(options.region);
    const { table, region } = await tableOf(options);
    return createKeyAdmin(namingTable(await awsDynamo(region), table, stack), table);
  }
  const given = (['table', 'region'] as const).find((option) => options[option] !== undefined);
  if (given !== undefined) {
    throw new UsageError(
      `--${given} is for a deployed stack, and this is the local one.`,
      'name the stack with --stack',
    );
  }
  const { dynamodbEndpoint, keysTable, ...access } = readServed<CloudEnvironment>('environment');
  const dynamo = createDynamo({ ...access, endpoint: dynamodbEndpoint });
  return createKeyAdmin(namingTable(dynamo, keysTable, stack), keysTable);
}

interface Outputs {
  readonly tables?: { readonly keys?: string };
  readonly region?: string;
}

async function tableOf({ stack, table, region }: StackOptions): Promise<{ table: string; region: string }> {
  if (table !== undefined && region !== undefined) return { table, region };
  if (table !== undefined || region !== undefined) {
    throw new UsageError('--table and --region go together.', 'give both, or neither');
  }
  const outputs = await knownOutputs(
    { stack, what: `The keys table of ${stack}` },
    'give --table and --region',
  );
  const { tables, region: deployedTo } = outputs as Outputs;
  if (tables?.keys !== undefined && deployedTo !== undefined)
    return { table: tables.keys, region: deployedTo };
  throw new CommandError(
    `${stack} has no keys table yet: pulumi up --stack ${stack} first, or give --table and --region`,
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
        throw new CommandError(missing(table, stack), { cause: error });
      }
    },
  };
}

function missing(table: string, stack: string): string {
  const where = stack === LOCAL_STACK ? ', in a shell with .local/pulumi.env' : '';
  return `The keys table of ${stack} (${table}) does not exist.\n  deploy it again: pulumi up --refresh${stackOption(stack)}${where}`;
}

/** The error to throw where a key may be valid that nobody has. `done`: what may have been; `fix`: what to do if it was. */
export function unconfirmed(
  error: unknown,
  { stack }: StackOptions,
  { done, fix }: { readonly done: 'created' | 'rotated'; readonly fix: string },
): unknown {
  if (!(error instanceof UnconfirmedWriteError)) return error;
  const list = `npm run keys -- list${stackOption(stack)}`;
  return new CommandError(
    `the store did not confirm whether the key was ${done}: see it with ${list}; if it was, ${fix}`,
    { cause: error },
  );
}
