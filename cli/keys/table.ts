// The keys table of a stack, and who may reach it: the running local cloud, or AWS.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDynamo } from '../../service/dynamo/client.ts';
import { createKeyAdmin, type KeyAdmin } from '../../service/keys/index.ts';
import { type CloudEnvironment, LOCAL_FILES } from '../local-files.ts';
import { UsageError } from './exit.ts';

export interface TableOptions {
  readonly stack: string;
  readonly table?: string;
  readonly region?: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND_LIMIT_MS = 60_000;
const run = promisify(execFile);

/** Throws, saying what to do, where the table or the credentials for it can't be found out. */
export async function keysOf(options: TableOptions): Promise<KeyAdmin> {
  if (options.stack === 'local') {
    const given = (['table', 'region'] as const).find((option) => options[option] !== undefined);
    if (given !== undefined) {
      throw new UsageError(
        `--${given} is of a deployed stack, and this is the local one: say which with --stack`,
      );
    }
    return localKeys();
  }
  const { table, region } = await tableOf(options);
  // The variable by which AWS's own tools are sent to another endpoint, such as a VPC's.
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB || undefined;
  const dynamo = createDynamo({ region, endpoint, credentials: await credentials() });
  return createKeyAdmin(dynamo, table);
}

function localKeys(): KeyAdmin {
  const folder = join(ROOT, '.local');
  if (!existsSync(join(folder, LOCAL_FILES.ready))) {
    throw new Error('the local stack is not running: start it in another terminal with npm run local');
  }
  const {
    dynamodbEndpoint: endpoint,
    keysTable,
    region,
  } = JSON.parse(readFileSync(join(folder, LOCAL_FILES.environment), 'utf8')) as CloudEnvironment;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return createKeyAdmin(createDynamo({ region, endpoint, credentials }), keysTable);
}

async function tableOf({ stack, table, region }: TableOptions): Promise<{ table: string; region: string }> {
  if (table !== undefined && region !== undefined) return { table, region };
  if (table !== undefined || region !== undefined) throw new UsageError('--table and --region go together');
  const args = ['stack', 'output', '--json', '--stack', stack];
  try {
    const { stdout } = await run('pulumi', args, { cwd: ROOT, timeout: COMMAND_LIMIT_MS });
    const outputs = JSON.parse(stdout) as { tables?: { keys?: string }; region?: string };
    if (outputs.tables?.keys !== undefined && outputs.region !== undefined) {
      return { table: outputs.tables.keys, region: outputs.region };
    }
  } catch (error) {
    const reason = (error as Error).message.split('\n').at(-1) || (error as Error).message;
    throw new Error(
      `the keys table of ${stack} is not known (pulumi ${args.join(' ')}: ${reason}): give --table and --region`,
    );
  }
  throw new Error(
    `${stack} has no keys table yet: pulumi up --stack ${stack} first, or give --table and --region`,
  );
}

interface Exported {
  readonly AccessKeyId: string;
  readonly SecretAccessKey: string;
  readonly SessionToken?: string;
}

/** From the environment, else what the aws command exports for the profile in use (SSO, roles, files). */
async function credentials() {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN,
  } = process.env;
  if (accessKeyId && secretAccessKey)
    return { accessKeyId, secretAccessKey, sessionToken: AWS_SESSION_TOKEN };
  try {
    const { stdout } = await run('aws', ['configure', 'export-credentials', '--format', 'process'], {
      timeout: COMMAND_LIMIT_MS,
    });
    const exported = JSON.parse(stdout) as Exported;
    return {
      accessKeyId: exported.AccessKeyId,
      secretAccessKey: exported.SecretAccessKey,
      sessionToken: exported.SessionToken,
    };
  } catch {
    // What the aws command said is left out: it may hold a credential.
    throw new Error(
      'there are no AWS credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE with the aws command',
    );
  }
}
