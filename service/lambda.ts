// The function's entry: everything is created once, while Lambda starts it.
import { dynamoFromEnvironment } from './dynamo/client.ts';
import { createFunction } from './function.ts';
import { fromEnvironment } from './tables.ts';

export const handler = createFunction({
  settings: fromEnvironment(process.env),
  dynamo: dynamoFromEnvironment(process.env),
  clock: Date.now,
  version: process.env.AWS_LAMBDA_FUNCTION_VERSION,
});
