// From the tables of rights to IAM policies; and the permissions boundary of a stack's roles: the most that any policy
// of theirs can permit. https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html
import { API_RIGHTS, DOMAIN_RIGHTS } from './api.ts';
import { DOCS_RIGHTS } from './docs.ts';
import { MONITORING_RIGHTS } from './monitoring.ts';
import {
  ANY,
  actions,
  type Condition,
  CREATED_WITH_OWN_TAGS,
  OWN_TAGS,
  type Right,
  type Rights,
  regional,
} from './right.ts';
import { BACKUP_RIGHTS, KEYS, OF_BACKUP_KEY, RELEASE_RIGHTS, ROLE_RIGHTS } from './services.ts';

/** By type of resource.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html */
export const RIGHTS: Rights = {
  ...API_RIGHTS,
  ...RELEASE_RIGHTS,
  ...ROLE_RIGHTS,
  ...DOCS_RIGHTS,
  ...DOMAIN_RIGHTS,
  ...MONITORING_RIGHTS,
  ...BACKUP_RIGHTS,
};

export interface Statement<Resource = readonly string[]> {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: Resource;
  readonly Condition?: Condition;
}

export interface Place {
  readonly account: string;
  readonly region: string;
  /** The project whose stacks are deployed: the tag `project` of their resources. */
  readonly project: string;
}

/** By the zone's id, the names of the records that may change. */
type Zones = Readonly<Record<string, readonly string[]>>;

export interface Environment {
  readonly stack: string;
  readonly zones: Zones;
  /** Roles of other accounts, for the zones there. */
  readonly zoneRoles: readonly string[];
}

/** Permits reading the resources of these stacks, but no content of tables and logs. */
export function previewStatements(place: Place, environments: readonly Environment[]): Statement[] {
  const zones = Object.assign({}, ...environments.map((one) => one.zones)) as Zones;
  const values = { ...place, stack: environments.map(({ stack }) => stack) };
  return statements(values, zones, (right) => [grant(right, right.read, right.tagged && OWN_TAGS)]);
}

/** The same, and the records of zones in other accounts, which a refresh reads with the role in the state. Not for
 * previews: whoever can open a pull request would change those records. */
export function planStatements(place: Place, environments: readonly Environment[]): Statement[] {
  return [...previewStatements(place, environments), ...assumed(environments)];
}

/** Permits reading and changing the resources of one stack. */
export function deployStatements(place: Place, environment: Environment): Statement[] {
  const { stack, zones } = environment;
  const own = statements({ ...place, stack }, zones, (right) => [
    grant(right, `${right.read ?? ''} ${right.write ?? ''}`, right.tagged && OWN_TAGS),
    grant(right, right.create, CREATED_WITH_OWN_TAGS),
  ]);
  return [...own, ...assumed([environment])];
}

function assumed(environments: readonly Environment[]): Statement[] {
  const roles = [...new Set(environments.flatMap(({ zoneRoles }) => zoneRoles))];
  return chunks(roles).map((Resource) => ({ Effect: 'Allow', Action: ['sts:AssumeRole'], Resource }));
}

/** IAM's limit for a managed policy, in characters: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const LONGEST_POLICY = 6144;

/** The longest list in a statement, in characters: the rest of it fits into a policy too. */
const LONGEST_LIST = 5000;

function chunks(texts: readonly string[]): string[][] {
  const lists: string[][] = [];
  let room = 0;
  for (const text of texts) {
    room -= text.length + 3;
    if (room < 0) {
      room = LONGEST_LIST - text.length - 3;
      lists.push([]);
    }
    lists.at(-1)?.push(text);
  }
  return lists;
}

/** Each statement is in the first document that has room for it. Inline policies have 10,240 characters together. */
export function policyDocuments(statements: readonly Statement[]): string[] {
  const documents: Statement[][] = [];
  for (const one of statements) {
    const roomy = documents.find((all) => policyDocument([...all, one]).length <= LONGEST_POLICY);
    if (roomy === undefined) documents.push([one]);
    else roomy.push(one);
  }
  return documents.map(policyDocument);
}

export function policyDocument(statements: readonly Statement[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

interface Grant {
  readonly on: readonly string[];
  readonly actions: readonly string[];
  readonly when: Condition;
}

/** The conditions of the right and these hold together, by the keys of each operator. */
function grant({ service, on, when = {} }: Right, names = '', also: Condition = {}): Grant {
  const operators = new Set([...Object.keys(when), ...Object.keys(also)]);
  const both = [...operators].map((name) => [name, { ...when[name], ...also[name] }]);
  return { on, actions: actions(service, names), when: Object.fromEntries(both) };
}

/** A type shares rights with others: each of them is there once. A right with `{zone}` is one statement for each zone. */
function statements(values: Values, zones: Zones, grantsOf: (right: Right) => Grant[]): Statement[] {
  const grants = Object.values(RIGHTS).flat().flatMap(grantsOf);
  const all = grants.flatMap((one) => {
    if (one.actions.length === 0) return [];
    if (!one.on.some((arn) => arn.includes('{zone}'))) return [statement(one, values)];
    return Object.entries(zones).flatMap(([zone, records]) =>
      // The provider changes one record in a request, so that its name is in one of the statements.
      chunks(records).map((record) => statement(one, { ...values, zone, record })),
    );
  });
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

export function statement({ on, actions, when }: Grant, values: Values): Statement {
  const Condition = Object.keys(when).length > 0 ? when : undefined;
  return filled({ Effect: 'Allow', Action: actions, Resource: on, Condition }, values) as Statement;
}

/** A placeholder with several values makes a text several: a condition key with several values matches any of them. */
export type Values = Readonly<Record<string, string | readonly string[]>>;

function filled(value: unknown, values: Values): unknown {
  if (Array.isArray(value)) return value.flatMap((text) => fill(text, values));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, values)]));
  if (typeof value !== 'string') return undefined;
  const texts = fill(value, values);
  return texts.length === 1 ? texts[0] : texts;
}

function fill(text: string, values: Values): string[] {
  const [whole, name = ''] = /\{(\w+)\}/.exec(text) ?? [];
  if (whole === undefined) return [text];
  const given = values[name];
  if (given === undefined) throw new Error(`${text}: there is no value for ${whole}`);
  return [given].flat().flatMap((value) => fill(text.replace(whole, value), values));
}

export const boundaryName = (project: string, stack: string): string => `${project}-${stack}-boundary`;

/** `vaults`: ARNs of vaults in other accounts that the backups may be copied to. The deploying role cannot change this policy. */
export function boundaryStatements(place: Place, stack: string, vaults: readonly string[]): Statement[] {
  const allow = (service: string, names: string, on: readonly string[], when: Condition = {}) =>
    statement({ actions: actions(service, names), on, when }, { ...place, stack });
  const tables = [regional('dynamodb', 'table/api-store-*')];
  const logs = ['api-function', 'checks'].map((name) => regional('logs', `log-group:${name}-logs-*`));
  const functions = [regional('lambda', 'function:api-function-*')];
  const copies = ['arn:aws:backup:*:{account}:backup-vault:api-backup-*'];
  const copying = 'CopyIntoBackupVault DescribeBackupVault';
  return [
    allow('dynamodb', 'GetItem PutItem Query UpdateItem', tables, OWN_TAGS),
    allow('lambda', 'GetAlias GetProvisionedConcurrencyConfig UpdateAlias', functions, OWN_TAGS),
    allow('cloudwatch', 'DescribeAlarms', [regional('cloudwatch', 'alarm:*')]),
    // Without tags: Lambda writes to log streams, and a function that cannot write its log says nothing at all.
    allow('logs', 'CreateLogStream PutLogEvents', logs),
    // petstore:tracing. X-Ray has no resources.
    allow('xray', 'PutTelemetryRecords PutTraceSegments', ANY),
    // The rest is for petstore:backup.
    allow('dynamodb', 'DescribeTable ListTagsOfResource StartAwsBackupJob', tables, OWN_TAGS),
    allow('backup', copying, copies, OWN_TAGS),
    ...(vaults.length > 0 ? [allow('backup', copying, vaults)] : []),
    // A new recovery point has no tags.
    allow('backup', 'CopyFromBackupVault TagResource', ['arn:aws:backup:*:{account}:recovery-point:*']),
    allow('kms', 'CreateGrant DescribeKey', KEYS, OF_BACKUP_KEY),
    allow('tag', 'GetResources', ANY),
  ];
}
