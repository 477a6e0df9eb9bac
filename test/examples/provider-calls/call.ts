// Which API calls the providers make for a resource: the form of the tables beside this file.

/** An action of IAM, and the resource that it is authorized for. */
export interface Call {
  readonly action: string;
  /** ARN of a resource of the stack, as there could be one; `*` where IAM knows none for the action. */
  readonly on: string;
}

export interface ProviderCalls {
  /** Below internal/service/ of hashicorp/terraform-provider-aws, which is beneath @pulumi/aws. */
  readonly source: string;
  readonly create: readonly Call[];
  /** Also after each create and update, in a refresh and in a preview. */
  readonly read: readonly Call[];
  readonly update: readonly Call[];
  readonly delete: readonly Call[];
}

/** By Pulumi's type of the resource. */
export type CallTable = Readonly<Record<string, ProviderCalls>>;

export const ACCOUNT = '123456789012';
export const REGION = 'eu-west-1';

/** `on(arn, 'GetTable', …)` of one service. */
export function calls(service: string, on: string, ...names: readonly string[]): Call[] {
  return names.map((name) => ({ action: `${service}:${name}`, on }));
}

export function arn(service: string, resource: string, region = REGION, account = ACCOUNT): string {
  return `arn:aws:${service}:${region}:${account}:${resource}`;
}

/** HTTP's methods on a path of API Gateway. */
export function gateway(path: string, ...methods: readonly string[]): Call[] {
  return calls('apigateway', `arn:aws:apigateway:${REGION}::${path}`, ...methods);
}

/** Setting tags of what is at a path: a POST, for which IAM's reference has PUT as well. */
export function gatewayTags(path: string): Call[] {
  return gateway(tagsOf(path), 'POST', 'PUT');
}

export function gatewayUntag(path: string): Call[] {
  return gateway(tagsOf(path), 'DELETE');
}

function tagsOf(path: string): string {
  return `/tags/${encodeURIComponent(`arn:aws:apigateway:${REGION}::${path}`)}`;
}
