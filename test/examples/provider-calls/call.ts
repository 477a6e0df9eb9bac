// The API calls that the providers make for a resource: what the tables and the tests beside it share.

/** An IAM action, and the resource that it is authorized for. */
export interface Call {
  readonly action: string;
  /** The ARN of a possible resource of the stack; `*` where the action has no resource in IAM. */
  readonly on: string;
}

export interface ProviderCalls {
  /** A path below internal/service/ of hashicorp/terraform-provider-aws, on which @pulumi/aws is built. */
  readonly source: string;
  readonly create: readonly Call[];
  /** Called after each create and update too, in a refresh and in a preview. */
  readonly read: readonly Call[];
  readonly update: readonly Call[];
  readonly delete: readonly Call[];
}

/** Whose resource a call is for. The function, tables, logs and alarms of all stacks have the same names but for Pulumi's
 * seven characters; the role, the bucket and the hosts have the stack's.
 */
export interface Owner {
  readonly project: string;
  readonly stack: string;
}

/** The names of records that the example's environments have in one hosted zone. */
export function hostOf({ project, stack }: Owner): string {
  if (project !== 'petstore') return `api.${project}.example`;
  return stack === 'production' ? 'api.petstore.dev' : `api.${stack}.petstore.dev`;
}

export const ACCOUNT = '123456789012';
export const REGION = 'eu-west-1';

/** `on(arn, 'GetTable', …)` of one service. */
export function calls(service: string, on: string, ...names: readonly string[]): Call[] {
  return names.map((name) => ({ action: `${service}:${name}`, on }));
}

export function arn(service: string, resource: string, region = REGION, account = ACCOUNT): string {
  return `arn:aws:${service}:${region}:${account}:${resource}`;
}
