// Which errors `npm run keys` expects.
import { DynamoError, StoreUnavailableError } from '../../service/dynamo/errors.ts';
import { CommandError } from '../command-error.ts';
import { reportError } from '../exit.ts';
import { UsageError } from '../usage-error.ts';

const EXPECTED = [UsageError, CommandError, DynamoError, StoreUnavailableError];

export function fail(error: unknown): void {
  const isExpected = EXPECTED.some((type) => error instanceof type);
  reportError(error, isExpected ? (error as Error).message : undefined);
}
