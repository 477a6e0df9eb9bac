// From the tables of rights to IAM policies, for the role that previews and for those that deploy.
import { RIGHTS } from './rights/index.ts';
import { actions, type Condition, CREATED_WITH_OWN_TAGS, OWN_TAGS, type Right } from './rights/right.ts';
import type { Zones } from './zones.ts';

export interface Statement {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: Condition;
}

export interface Place {
  readonly account: string;
  readonly region: string;
  /** The project whose stacks are deployed: the tag `project` of their resources. */
  readonly project: string;
}

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

/** Permits reading and changing the resources of one stack. */
export function deployStatements(place: Place, { stack, zones, zoneRoles }: Environment): Statement[] {
  const own = statements({ ...place, stack }, zones, (right) => [
    grant(right, `${right.read ?? ''} ${right.write ?? ''}`, right.tagged && OWN_TAGS),
    grant(right, right.create, CREATED_WITH_OWN_TAGS),
  ]);
  // Not of the role that previews: whoever can open a pull request would change the zone's records.
  const assume: Statement = { Effect: 'Allow', Action: ['sts:AssumeRole'], Resource: zoneRoles };
  return zoneRoles.length === 0 ? own : [...own, assume];
}

/** IAM's limit for a managed policy, in characters: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const LONGEST_POLICY = 6144;

/** As few documents as their order allows, each within the limit. Inline policies have 10,240 characters together. */
export function policyDocuments(statements: readonly Statement[]): string[] {
  const documents: Statement[][] = [];
  for (const one of statements) {
    const last = documents.at(-1) ?? [];
    if (last.length > 0 && policyDocument([...last, one]).length <= LONGEST_POLICY) last.push(one);
    else documents.push([one]);
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

function statements(values: Values, zones: Zones, grantsOf: (right: Right) => Grant[]): Statement[] {
  const grants = Object.values(RIGHTS).flat().flatMap(grantsOf);
  return merged(grants).flatMap((one) => {
    if (!isOfZone(one)) return [statement(one, values)];
    return Object.entries(zones).map(([zone, record]) => statement(one, { ...values, zone, record }));
  });
}

/** The right to these actions, with the placeholders filled. */
export function statement({ on, actions, when }: Grant, values: Values): Statement {
  const filled = { Effect: 'Allow', Action: actions, Resource: fillAll(on, values) } as const;
  const Condition = fillCondition(when, values);
  return Object.keys(Condition).length > 0 ? { ...filled, Condition } : filled;
}

/**
 * Fewer and larger statements that permit the same, because the size of a policy is limited: the conditions are equal, and
 * so are the ARNs, or the services differ. An action never applies to the ARN of another service.
 */
function merged(grants: readonly Grant[]): Grant[] {
  const sameArns = joined(grants, (one, other) => isEqual(one.on, other.on));
  return joined(sameArns, areApart);
}

/** Each grant goes into the first one with the same condition that it may be joined with. */
function joined(grants: readonly Grant[], mayJoin: (one: Grant, other: Grant) => boolean): Grant[] {
  const groups: Grant[] = [];
  for (const one of grants.filter(({ actions }) => actions.length > 0)) {
    const at = groups.findIndex((group) => isEqual(group.when, one.when) && mayJoin(group, one));
    if (at < 0) groups.push(one);
    else groups[at] = together(groups[at] as Grant, one);
  }
  return groups;
}

function together(one: Grant, other: Grant): Grant {
  const actions = [...new Set([...one.actions, ...other.actions])].sort();
  return { ...one, on: [...new Set([...one.on, ...other.on])], actions };
}

function areApart(one: Grant, other: Grant): boolean {
  const servicesOf = ({ actions }: Grant) => new Set(actions.map((action) => action.split(':')[0]));
  const isOfAny = ({ on }: Grant) => on.includes('*');
  if ([one, other].some((grant) => isOfAny(grant) || isOfZone(grant))) return false;
  return servicesOf(one).isDisjointFrom(servicesOf(other));
}

const isOfZone = ({ on }: Grant) => on.some((arn) => arn.includes('{zone}'));
const isEqual = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** A placeholder with several values makes a text several. */
export type Values = Readonly<Record<string, string | readonly string[]>>;

function fillAll(texts: readonly string[], values: Values): string[] {
  return texts.flatMap((text) => fill(text, values));
}

/** A condition key with several values matches any of them. */
function fillCondition(condition: Condition, values: Values): Condition {
  return mapValues(condition, (keys) =>
    mapValues(keys, (given) => {
      const filled = fillAll([given].flat(), values);
      return filled.length === 1 ? (filled[0] as string) : filled;
    }),
  );
}

function fill(text: string, values: Values): string[] {
  const placeholder = /\{(\w+)\}/.exec(text);
  if (placeholder === null) return [text];
  const [whole, name = ''] = placeholder;
  const given = values[name];
  if (given === undefined) throw new Error(`${text}: there is no value for ${whole}`);
  return [given].flat().flatMap((value) => fill(text.replace(whole, value), values));
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
