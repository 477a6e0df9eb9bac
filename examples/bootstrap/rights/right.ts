// A right: actions on one kind of resource. The tables in this folder have the rights for each type in the program.

export type Condition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

export interface Right {
  /** ARNs with the placeholders `{region}`, `{account}` and `{stack}`. Physical names begin with the logical names. */
  readonly on: readonly string[];
  /** Actions of a preview and a refresh. */
  readonly read: readonly string[];
  /** Further actions of creating, changing and deleting. */
  readonly write: readonly string[];
  readonly when?: Condition;
}

/** By Pulumi's type of the resource. */
export type Rights = Readonly<Record<string, readonly Right[]>>;

/** For actions without a resource to name: those that list, and those that create a resource with a generated id. */
export const ANY: readonly string[] = ['*'];

/** The created resource has the stack's own tag. */
export const OWN_TAG: Condition = { StringEquals: { 'aws:RequestTag/stack': '{stack}' } };

export const IN_REGION: Condition = { StringEquals: { 'aws:RequestedRegion': '{region}' } };

/** API Gateway has paths instead of names, and HTTP methods instead of actions. */
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
