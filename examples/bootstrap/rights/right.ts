// One right: actions on some kind of resource, as the tables beside this file say them for each type of the program.

export type Condition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

export interface Right {
  /** ARNs; `{region}`, `{account}` and `{stack}` are filled in. Physical names begin with the logical ones. */
  readonly on: readonly string[];
  /** What a preview and a refresh need. */
  readonly read: readonly string[];
  /** What creating, changing and deleting need besides. */
  readonly write: readonly string[];
  readonly when?: Condition;
}

/** By Pulumi's type of the resource. */
export type Rights = Readonly<Record<string, readonly Right[]>>;

/** For actions that have no resource to name: its id is not known before it is made, or they are about a list. */
export const ANY: readonly string[] = ['*'];

/** What is made bears the stack's own tag. */
export const OWN_TAG: Condition = { StringEquals: { 'aws:RequestTag/stack': '{stack}' } };

export const IN_REGION: Condition = { StringEquals: { 'aws:RequestedRegion': '{region}' } };

/** API Gateway's paths in place of names, and HTTP's methods in place of actions. */
export function gatewayRight(...paths: readonly string[]): Right {
  return {
    on: paths.map((path) => `arn:aws:apigateway:{region}::${path}`),
    read: ['apigateway:GET'],
    write: ['apigateway:DELETE', 'apigateway:PATCH', 'apigateway:POST', 'apigateway:PUT'],
  };
}

/** In the stack's region. */
export function regional(service: string, resource: string): string {
  return `arn:aws:${service}:{region}:{account}:${resource}`;
}
