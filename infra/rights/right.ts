// A right: actions on one kind of resource; `domains doctor` and the roles of examples/bootstrap are made of the tables
// in this folder.

export type Condition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** `{region}`, `{account}`, `{project}`, `{stack}`, `{zone}` (the id of a hosted zone) and `{record}` (the names of its
 * records) are placeholders in ARNs and conditions. A right with `{zone}` is one statement for each zone. */
export interface Right {
  readonly service: string;
  readonly on: readonly string[];
  /** Actions of a preview and a refresh, separated by white space. */
  readonly read?: string;
  /** Further actions of changing and deleting. */
  readonly write?: string;
  /** Actions that create the resource with the stack's tags, or that set them. */
  readonly create?: string;
  /** The resource is recognised by its tags: `read` and `write` are for those of the stack only. */
  readonly tagged?: true;
  readonly when?: Condition;
}

export type Rights = Readonly<Record<string, readonly Right[]>>;

/** For actions without a resource to name: those that list, and those that create a resource with a generated id. */
export const ANY: readonly string[] = ['*'];

/** A resource without these tags is not the stack's: the operator does not match a key that is absent. */
export const OWN_TAGS: Condition = {
  StringEquals: { 'aws:ResourceTag/project': '{project}', 'aws:ResourceTag/stack': '{stack}' },
};

/** A resource that is being created has no tags yet, only those of the request. One that has some must already be the
 * stack's: some actions both create and replace (PutMetricAlarm). */
export const CREATED_WITH_OWN_TAGS: Condition = {
  StringEquals: { 'aws:RequestTag/project': '{project}', 'aws:RequestTag/stack': '{stack}' },
  StringEqualsIfExists: { 'aws:ResourceTag/project': '{project}', 'aws:ResourceTag/stack': '{stack}' },
};

export const IN_REGION: Condition = { StringEquals: { 'aws:RequestedRegion': '{region}' } };

/** A bucket's ARN has no account, and a name that is free again can be taken by anybody. */
export const IN_ACCOUNT: Condition = { StringEquals: { 'aws:ResourceAccount': '{account}' } };

/** The name that Pulumi generates from a logical name: it adds seven characters. A longer name is another stack's. */
export const GENERATED = '-???????';

/** API Gateway has paths instead of names, and HTTP methods instead of actions. */
export function gateway(...paths: readonly string[]): string[] {
  return paths.map((path) => `arn:aws:apigateway:{region}::${path}`);
}

type Given = Omit<Right, 'service' | 'on' | 'tagged'>;

export function right(service: string, on: readonly string[], given: Given): Right {
  return { service, on, ...given };
}

export function owned(service: string, on: readonly string[], given: Given): Right {
  return { service, on, ...given, tagged: true };
}

/** `actions('logs', 'PutRetentionPolicy TagResource')`: those of one service, separated by white space. */
export function actions(service: string, names: string): string[] {
  return names.split(/\s+/).flatMap((name) => (name === '' ? [] : [`${service}:${name}`]));
}

export function regional(service: string, resource: string): string {
  return `arn:aws:${service}:{region}:{account}:${resource}`;
}
