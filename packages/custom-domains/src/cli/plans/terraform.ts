// The output of `terraform show -json PLAN`, and OpenTofu's: https://developer.hashicorp.com/terraform/internals/json-format
import {
  isObject,
  type Json,
  objectsIn,
  type Plan,
  PlanError,
  propertyOf,
  type Resource,
  typeOf,
  UNKNOWN,
  type Value,
} from './resource.ts';

export const isTerraform = (json: object): boolean => 'format_version' in json && 'terraform_version' in json;

/** "Reject any input which reports an unsupported major version." 0 is that of Terraform before 1.1, in the same form. */
const VERSION = /^[01]\./;

/** Throws PlanError. */
export function readTerraform(json: Json): Plan {
  if (!VERSION.test(`${json.format_version}`))
    throw new PlanError(`has the format version ${JSON.stringify(json.format_version)}, which is not known`);
  if (!('planned_values' in json || 'resource_changes' in json))
    throw new PlanError('is a state, and not a plan: write the plan with -out, and show that file');
  const changes = objectsIn(json.resource_changes, 'resource_changes');
  const sourcesOf = configuredSources(json.configuration);
  const { prior_state: state } = json;
  return {
    title: 'Terraform plan',
    resources: changes.filter(({ mode }) => mode !== 'data').map((one) => resource(one, sourcesOf)),
    known: isObject(state) && isObject(state.values) ? stateResources(state.values.root_module) : [],
    hasBefore: true,
    gaps: [
      ...(json.errored === true ? ['the planning ended in an error'] : []),
      ...(objectsIn(json.deferred_changes, 'deferred_changes').length > 0
        ? ['some changes are deferred to a later plan']
        : []),
    ],
  };
}

type SourcesOf = (place: string, property: string) => readonly string[];

function resource({ type, address, change }: Json, sourcesOf: SourcesOf): Resource {
  const place = `${address}`;
  const { actions, before, after, after_unknown } = isObject(change) ? change : {};
  const kinds = Array.isArray(actions) ? actions : [];
  const isGone = kinds.length > 0 && kinds.every((one) => one === 'delete' || one === 'forget');
  const values = isObject(after) ? merged(after, after_unknown) : UNKNOWN;
  return {
    type: typeOf(type),
    place,
    // A resource that Terraform forgets stays deployed, but is no longer this plan's own.
    before: isObject(before) && !kinds.includes('forget') ? (before as Value) : undefined,
    after: isGone ? undefined : values,
    isReplaced: kinds.includes('create') && kinds.length > 1,
    sources: (property) => sourcesOf(place, property),
  };
}

/** `after_unknown` has the form of `after`, with `true` in place of each value that is not known, which `after` leaves out. */
function merged(after: unknown, unknown: unknown): Value {
  if (unknown === true) return UNKNOWN;
  if (Array.isArray(unknown) && (Array.isArray(after) || after === undefined)) {
    const length = Math.max(unknown.length, after?.length ?? 0);
    return Array.from({ length }, (_, index) => merged(after?.[index], unknown[index]));
  }
  if (isObject(unknown) && (isObject(after) || after === undefined)) {
    const keys = new Set([...Object.keys(unknown), ...Object.keys(after ?? {})]);
    return Object.fromEntries([...keys].map((key) => [key, merged(after?.[key], unknown[key])]));
  }
  return (after ?? null) as Value;
}

/** Data sources and what is deployed, among them the zones that records are in. */
function stateResources(module: unknown): Resource[] {
  if (!isObject(module)) return [];
  const own = objectsIn(module.resources, 'resources').map(
    ({ type, address, values }): Resource => ({
      ...{ type: `${type}`, place: `${address}`, isReplaced: false, sources: () => [] },
      after: values as Value,
    }),
  );
  return [...own, ...objectsIn(module.child_modules, 'child_modules').flatMap(stateResources)];
}

/** An expression names what it refers to, within its module: `aws_route53_zone.main.zone_id` and `aws_route53_zone.main`. */
function configuredSources(configuration: unknown): SourcesOf {
  const found = new Map<string, Resource['sources']>();
  const visit = (module: unknown, prefix: string): void => {
    if (!isObject(module)) return;
    for (const { address, expressions, for_each_expression } of objectsIn(module.resources, 'resources')) {
      const each = references(for_each_expression);
      found.set(`${prefix}${address}`, (property) => {
        const own = references(propertyOf(expressions, property));
        const all = own.some((one) => one.startsWith('each.')) ? [...own, ...each] : own;
        return all.map((one) => `${prefix}${one}`);
      });
    }
    for (const [name, call] of Object.entries(isObject(module.module_calls) ? module.module_calls : {}))
      visit(isObject(call) ? call.module : undefined, `${prefix}module.${name}.`);
  };
  visit(propertyOf(configuration, 'root_module'), '');
  // The instances of a resource share its expressions: `aws_route53_record.a["x"]`.
  return (place, property) => found.get(place.replaceAll(/\[("(\\.|[^"\\])*"|\d+)\]/g, ''))?.(property) ?? [];
}

function references(expression: unknown): string[] {
  const all = isObject(expression) ? expression.references : undefined;
  return Array.isArray(all) ? all.filter((one) => typeof one === 'string') : [];
}
