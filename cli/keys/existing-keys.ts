// The API keys of a stack: its keys table, in the running local cloud or in AWS, and what its calls mean where they fail; keys as the
// commands find and show them; `keys list`, and `keys revoke`.
import {
  command,
  json,
  type Shown,
  shown,
  table,
  terminal,
  UsageError,
} from '@petstore/custom-domains/output';
import { refreshOf, stackOption } from '../../infra/plan/stack-option.ts';
import { createDynamo, type Dynamo } from '../../service/dynamo/client.ts';
import { DynamoError } from '../../service/dynamo/errors.ts';
import {
  createKeyAdmin,
  dayOf,
  isExpired,
  type KeyAdmin,
  type KeyRecord,
  keyId,
} from '../../service/keys/index.ts';
import { awsDynamo, PATIENCE } from '../aws-credentials.ts';
import { CommandError } from '../command-error.ts';
import { type CloudEnvironment, LOCAL_KEY_NAME } from '../local-files.ts';
import { assertRegion } from '../options.ts';
import { readServed } from '../served-cloud.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { knownOutputs } from '../stack-outputs.ts';
import { expiresSoon, isoTime, minute, timeLeft } from './dates.ts';

export interface StackOptions {
  readonly stack: string;
  readonly table?: string;
  readonly region?: string;
}

/** The words that name the same table in a printed command. */
export function sameKeys({ stack, table, region }: StackOptions): readonly string[] {
  return [...stackOption(stack), ...(table && region ? ['--table', table, '--region', region] : [])];
}

/** Throws UsageError or CommandError where the table, or credentials for it, cannot be found. */
export async function stackKeys(options: StackOptions): Promise<KeyAdmin> {
  const { stack } = options;
  if (stack === LOCAL_STACK) {
    if ((options.table ?? options.region) !== undefined)
      throw new UsageError('--table and --region are for a deployed stack.', 'name it with --stack');
    const { dynamodbEndpoint, keysTable, ...access } = readServed<CloudEnvironment>('environment');
    const dynamo = createDynamo({ ...access, endpoint: dynamodbEndpoint, ...PATIENCE });
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
function namingTable(dynamo: Dynamo, table: string, stack: string): Dynamo {
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

/** The key that `npm run local` creates and prints: its next start replaces it, and revokes every other one of that name. */
export function isOwnOfLocal({ name }: KeyRecord, stack: string): boolean {
  return stack === LOCAL_STACK && name === LOCAL_KEY_NAME;
}

/** Throws UsageError where `id` is not of the form that `list` shows. */
export function checkId(id: string): void {
  if (/^[0-9a-f]{12}$/.test(id)) return;
  // The argument is not shown: it may be a key.
  throw new UsageError(
    'That is not the id of a key.',
    'copy it from npm run keys -- list; never give the key itself',
  );
}

/** Throws CommandError where no key of the stack has the id. */
export function findKey(all: readonly KeyRecord[], id: string, options: StackOptions): KeyRecord {
  const found = all.find(({ hash }) => keyId(hash) === id);
  if (found !== undefined) return found;
  throw new CommandError(
    `${options.stack} has no key ${id}: ${command`npm run keys -- list ${sameKeys(options)}`} shows its keys`,
  );
}

/**
 * Times in ISO 8601, `lastUsedOn` a day of UTC. `expiresAt` is null for a key that never expires, `lastUsedOn` where no use
 * is recorded, `replacedBy`, an id, where it was not rotated.
 */
export function toJson({ hash, name, createdAt, lastUsedOn, expiresAt, replacedBy }: KeyRecord): object {
  return {
    id: keyId(hash),
    name,
    createdAt,
    lastUsedOn: lastUsedOn ?? null,
    expiresAt: expiresAt === undefined ? null : isoTime(expiresAt),
    replacedBy: replacedBy === undefined ? null : keyId(replacedBy),
  };
}

function warn(text: Shown): void {
  const err = terminal(process.stderr);
  err.line(shown`${err.paint('yellow', '!')} ${text}`);
}

export async function listKeys(options: StackOptions & { readonly format: string }): Promise<void> {
  const { format } = options;
  const records = await (await stackKeys(options)).listKeys();
  const out = terminal(process.stdout);
  const now = Date.now();
  if (format === 'json') out.line(json(records.map(toJson)));
  else if (records.length === 0)
    terminal(process.stderr).line(
      shown`${options.stack} has no keys: ${command`npm run keys -- create --name NAME ${sameKeys(options)}`}`,
    );
  else {
    const rows = records.map((record) => rowOf(record, now));
    out.line(table(HEADER, rows, out.columns));
  }
  const warning = expiryWarning(records, options, now);
  if (warning !== undefined) warn(shown`${warning}`);
}

/**
 * Names the keys that are about to expire and that no other replaces; undefined where none is. That of `npm run local` is
 * not among them.
 */
export function expiryWarning(records: readonly KeyRecord[], options: StackOptions, now: number) {
  const due = records.filter((record) => {
    const { createdAt, expiresAt, replacedBy } = record;
    if (expiresAt === undefined || isExpired(record, now) || replacedBy !== undefined) return false;
    return !isOwnOfLocal(record, options.stack) && expiresSoon({ createdAt, expiresAt }, now);
  });
  if (due.length === 0) return undefined;
  const ids = due.map(({ hash }) => keyId(hash));
  const keys = ids.length === 1 ? '1 key expires' : `${ids.length} keys expire`;
  return `${keys} soon (${ids.join(', ')}): ${command`npm run keys -- rotate ID ${sameKeys(options)}`} replaces one`;
}

const HEADER = ['ID', 'NAME', 'CREATED', 'LAST USED', 'EXPIRES'];

function rowOf(record: KeyRecord, now: number): string[] {
  const { hash, name, createdAt, lastUsedOn = 'never' } = record;
  return [keyId(hash), name, createdAt.slice(0, 10), lastUsedOn, expiryOf(record, now)];
}

function expiryOf({ expiresAt, replacedBy }: KeyRecord, now: number): string {
  if (expiresAt === undefined) return 'never';
  const rotated = replacedBy === undefined ? '' : `, ${keyId(replacedBy)} replaces it`;
  return `${minute(expiresAt)} (${timeLeft(expiresAt, now)})${rotated}`;
}

/** `id`: as `list` shows it. */
export async function revokeKey(id: string, options: StackOptions): Promise<void> {
  checkId(id);
  const keys = await stackKeys(options);
  const { stack } = options;
  const record = findKey(await keys.listKeys(), id, options);
  await keys.revokeKey(record.hash);
  terminal(process.stderr).line(
    shown`Key ${keyId(record.hash)} "${record.name}" of ${stack} is revoked; it is refused everywhere within 60 s.`,
  );
  reportLastUse(record, Date.now());
  if (isOwnOfLocal(record, stack))
    warn(
      shown`npm run local printed it: its curl lines are refused with 401 now. Its next deployment or start creates a new key and prints it.`,
    );
}

/** Who used it until today notices: the one who revokes it should know. */
function reportLastUse({ lastUsedOn }: KeyRecord, now: number): void {
  const err = terminal(process.stderr);
  if (lastUsedOn === undefined) err.line(shown`No use of it is recorded.`);
  else if (lastUsedOn !== dayOf(now)) err.line(shown`It was last used on ${lastUsedOn}.`);
  else warn(shown`It was last used today (${lastUsedOn}, UTC): whoever still sends it is refused with 401.`);
}
