// Access logs: one line for each request, in the stage's format.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html

/** `$context` variables without their prefix: `identity.sourceIp`. */
export type LogVariables = Readonly<Record<string, string | number | undefined>>;

/** Variables that have no value become `-`. Values are escaped, so that a JSON format stays JSON. */
export function formatAccessLog(format: string, variables: LogVariables): string {
  return format.replace(/\$context\.([\w.]*\w)/g, (_whole, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return value === undefined ? '-' : JSON.stringify(String(value)).slice(1, -1);
  });
}
