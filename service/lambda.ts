// The function's entry: everything is created once, while Lambda starts it.
import { dynamoFromEnvironment } from './dynamo/client.ts';
import { logCalls } from './dynamo/log-calls.ts';
import { createFunction } from './function.ts';
import { logToStdout } from './http/log.ts';
import { fromEnvironment } from './tables.ts';

export const handler = createFunction({
  settings: fromEnvironment(process.env),
  dynamo: dynamoFromEnvironment(process.env, logCalls(logToStdout, Date.now)),
  clock: Date.now,
  version: process.env.AWS_LAMBDA_FUNCTION_VERSION,
});
