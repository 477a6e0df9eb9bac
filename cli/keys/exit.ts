// How a command about keys ends: the errors of a table have a message that says what failed.
import { DynamoError, StoreUnavailableError } from '../../service/dynamo/errors.ts';
import { reportError } from '../exit.ts';

export function fail(error: unknown): void {
  const isOfTable = error instanceof DynamoError || error instanceof StoreUnavailableError;
  reportError(error, isOfTable ? error.message : undefined);
}
