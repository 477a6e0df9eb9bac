// Calls of DynamoDB about one table: where the table does not exist, the error names it and what deploys it again.
import { stackOption } from '../../infra/plan/stack-option.ts';
import type { Dynamo } from '../../service/dynamo/client.ts';
import { DynamoError } from '../../service/dynamo/errors.ts';
import { CommandError } from '../command-error.ts';
import { LOCAL_STACK } from '../stack-names.ts';

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
