// Statements of the policies that the stack's roles have.

export interface Statement {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: string;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** For a function's own log group, which the stack creates. */
export function writesLog(logGroupArn: string): Statement {
  return {
    Effect: 'Allow',
    Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    Resource: `${logGroupArn}:*`,
  };
}
