// The lines that functions write, on their way to the log groups that they are configured with.
import type { CloudContext } from '../context.ts';
import type { LogEvents } from '../interfaces.ts';
import type { FunctionRecord } from './function-service.ts';

/** The context of Lambda, whose log also passes the lines of functions to CloudWatch Logs. */
export function withLogGroups(context: CloudContext, logEvents: LogEvents): CloudContext {
  const records = context.store.collection<FunctionRecord>('lambda/functions');
  return {
    ...context,
    log(source, line) {
      context.log(source, line);
      const { region, inputs } = records.values().find(({ inputs: { name } }) => name === source) ?? {};
      if (region === undefined) return;
      const group = inputs?.loggingConfig?.logGroup ?? `/aws/lambda/${source}`;
      logEvents.put(`arn:aws:logs:${region}:${context.accountId}:log-group:${group}`, line);
    },
  };
}
