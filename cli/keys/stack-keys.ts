// The API keys of a stack: its keys table, in the running local cloud or in AWS.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDynamo } from '../../service/dynamo/client.ts';
import { createKeyAdmin, type KeyAdmin } from '../../service/keys/index.ts';
import type { KeyPrefix } from '../../service/tables.ts';
import { awsDynamo } from '../aws-dynamo.ts';
import { CommandError } from '../command-error.ts';
import { knownOutputs } from '../known-outputs.ts';
import { type CloudEnvironment, LOCAL_FILES } from '../local-files.ts';
import { assertRegion } from '../region.ts';
import { localDestroyed, notRunning, servedCloud } from '../served-cloud.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { UsageError } from '../usage-error.ts';
import { namingTable } from './named-table.ts';

export interface StackOptions {
  readonly stack: string;
  readonly table?: string;
  readonly region?: string;
}

/** What the keys of a stack begin with. */
export const prefixOf = (stack: string): KeyPrefix => (stack === 'production' ? 'pets_live_' : 'pets_test_');

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Throws UsageError or CommandError where the table, or credentials for it, cannot be found. */
export async function stackKeys(options: StackOptions): Promise<KeyAdmin> {
  if (options.stack === LOCAL_STACK) {
    const given = (['table', 'region'] as const).find((option) => options[option] !== undefined);
    if (given !== undefined) {
      throw new UsageError(
        `--${given} is for a deployed stack, and this is the local one.`,
        'name the stack with --stack',
      );
    }
    return localKeys();
  }
  if (options.region !== undefined) assertRegion(options.region);
  const { table, region } = await tableOf(options);
  return createKeyAdmin(namingTable(await awsDynamo(region), table, options.stack), table);
}

function localKeys(): KeyAdmin {
  const folder = join(ROOT, '.local');
  if (servedCloud(folder) === undefined) throw notRunning(folder);
  const environment = join(folder, LOCAL_FILES.environment);
  if (!existsSync(environment)) throw localDestroyed();
  const {
    dynamodbEndpoint: endpoint,
    keysTable,
    region,
    credentials,
  } = JSON.parse(readFileSync(environment, 'utf8')) as CloudEnvironment;
  const dynamo = createDynamo({ region, endpoint, credentials });
  return createKeyAdmin(namingTable(dynamo, keysTable, LOCAL_STACK), keysTable);
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
