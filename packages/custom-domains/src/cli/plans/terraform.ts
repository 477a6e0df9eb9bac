// The output of `terraform show -json PLAN`, and OpenTofu's: https://developer.hashicorp.com/terraform/internals/json-format
import {
  isObject,
  type Json,
  memberAt,
  objectsIn,
  type Plan,
  PlanError,
  propertyOf,
  type Resource,
  textIn,
  UNKNOWN,
} from './resource.ts';

export const isTerraform = (json: object): boolean => 'format_version' in json;

/** "Reject any input which reports an unsupported major version." 0 is that of Terraform before 1.1, in the same form. */
const VERSION = /^[01]\./;

export function readTerraform(json: Json): Plan {
  const { format_version: version, prior_state: state, errored } = json;
  if (typeof version !== 'string' || !VERSION.test(version))
    throw new PlanError(`has the format version ${JSON.stringify(version)}, which is not known`);
  if (!('planned_values' in json || 'resource_changes' in json))
    throw new PlanError('is a state, and not a plan: write the plan with -out, and show that file');
  const changes = objectsIn(json.resource_changes, 'resource_changes');
  const deferred = objectsIn(json.deferred_changes, 'deferred_changes');
  const configured = new Configuration(json);
  const read = changes.map((one, index) => change(one, `resource_changes[${index}]`, configured));
  const isCreatedFirst = new Map(read.filter((_, index) => changes[index]?.mode !== 'data'));
  // What is read during the deployment has at least the name that it is looked up by.
  const data = read.map(([one]) => one).filter((one) => !isCreatedFirst.has(one));
  return {
    title: 'Terraform plan',
    resources: [...isCreatedFirst.keys()],
    known: [...data, ...stateResources(propertyOf(propertyOf(state, 'values'), 'root_module'))],
    hasBefore: true,
    // Resources without a reference are changed at the same time.
    removesFirst: (old, next) => {
      if (old === next) return !isCreatedFirst.get(old);
      return configured.refersTo(next.place, old.place) && !isCreatedFirst.get(old) ? true : undefined;
    },
    gaps: [
      errored === true && 'the planning ended in an error',
      deferred.length > 0 && 'some changes are deferred to a later plan',
    ].filter((one) => one !== false),
  };
}

function change(json: Json, at: string, configured: Configuration) {
  const place = textIn(json, 'address', at);
  const { actions, before, after, after_unknown: unknown } = isObject(json.change) ? json.change : {};
  const kinds: readonly unknown[] = Array.isArray(actions) ? actions : [];
  const isGone = kinds.length > 0 && kinds.every((one) => one === 'delete' || one === 'forget');
  const resource: Resource = {
    type: textIn(json, 'type', at),
    place,
    // A resource that Terraform forgets stays deployed, but is no longer this plan's own.
    before: isObject(before) && !kinds.includes('forget') ? { json: before } : undefined,
    after: isGone ? undefined : isObject(after) ? { json: after, unknown } : { json: UNKNOWN },
    isReplaced: kinds.includes('create') && kinds.length > 1,
    region: configured.regionOf(place),
    sources: (property) => configured.sourcesOf(place, property),
    sets: (property) => configured.sets(place, property),
  };
  // `create_before_destroy`.
  return [resource, kinds[0] === 'create' && kinds.length > 1] as const;
}

/** Data sources and what is deployed, among them the zones that records are in. */
function stateResources(module: unknown): Resource[] {
  if (!isObject(module)) return [];
  const own = objectsIn(module.resources, 'resources of the prior state').map((one, index): Resource => {
    const at = `prior_state … resources[${index}]`;
    const [type, place] = [textIn(one, 'type', at), textIn(one, 'address', at)];
    return { type, place, after: { json: one.values }, sources: () => [] };
  });
  return [...own, ...objectsIn(module.child_modules, 'child_modules').flatMap(stateResources)];
}

/** The instances of a resource, and those of a module, share their expressions: `module.a["x"].aws_route53_record.a[0]`. */
export const withoutKeys = (place: string): string => place.replaceAll(/\[("(\\.|[^"\\])*"|\d+)\]/g, '');

interface Module {
  /** `module.site.`; empty for the root. */
  readonly prefix: string;
  readonly parent?: Module;
  /** The call by which the parent has it. */
  readonly call: Json;
  readonly json: Json;
}

interface Configured {
  readonly module: Module;
  readonly json: Json;
}

/** References go through modules, variables and outputs; a longer chain is not followed. */
const MAX_DEPTH = 20;

class Configuration {
  readonly #modules = new Map<string, Module>();
  readonly #resources = new Map<string, Configured>();
  readonly #known = new Map<string, readonly string[]>();
  readonly #relevant = new Map<string, string[]>();
  readonly #providers: unknown;

  constructor({ configuration, relevant_attributes }: Json) {
    this.#providers = propertyOf(configuration, 'provider_config');
    const root = propertyOf(configuration, 'root_module');
    if (isObject(root)) this.#visit({ prefix: '', call: {}, json: root });
    for (const { resource, attribute } of objectsIn(relevant_attributes, 'relevant_attributes')) {
      if (typeof resource !== 'string' || !Array.isArray(attribute) || attribute.length === 0) continue;
      const prefix = /^(?:module\.[^.]+\.)*/.exec(withoutKeys(resource))?.[0] ?? '';
      this.#relevant.set(prefix, [...(this.#relevant.get(prefix) ?? []), `${resource}.${attribute[0]}`]);
    }
  }

  #visit(module: Module): void {
    this.#modules.set(module.prefix, module);
    const resources = objectsIn(module.json.resources, 'resources of the configuration');
    for (const [index, json] of resources.entries()) {
      const address = textIn(json, 'address', `configuration … ${module.prefix}resources[${index}]`);
      this.#resources.set(`${module.prefix}${address}`, { module, json });
    }
    const { module_calls: calls } = module.json;
    for (const [name, call] of Object.entries(isObject(calls) ? calls : {})) {
      if (!isObject(call) || !isObject(call.module)) continue;
      this.#visit({ prefix: `${module.prefix}module.${name}.`, parent: module, call, json: call.module });
    }
  }

  /** The addresses that a property of the resource is taken from, with the keys of instances that its expression has. */
  sourcesOf(place: string, property: string): readonly string[] {
    const address = withoutKeys(place);
    const key = `${address} ${property}`;
    const own = this.#resources.get(address);
    const refs = () => references(memberAt(own?.json.expressions, property));
    const found = this.#known.get(key) ?? this.#resolved(refs(), own);
    this.#known.set(key, found);
    return found;
  }

  /** Whether the configuration sets the property at all; undefined where it does not have the resource. */
  sets(place: string, property: string): boolean | undefined {
    const own = this.#resources.get(withoutKeys(place));
    return own && propertyOf(own.json.expressions, property) !== undefined;
  }

  refersTo(place: string, other: string): boolean {
    const own = this.#resources.get(withoutKeys(place));
    const refs = references([own?.json.expressions, { references: own?.json.depends_on }]);
    const wanted = `${withoutKeys(other)}.`;
    return this.#resolved(refs, own).some((one) => `${withoutKeys(one)}.`.startsWith(wanted));
  }

  /** The provider's region, where it is a constant. */
  regionOf(place: string): string | undefined {
    const key = this.#resources.get(withoutKeys(place))?.json.provider_config_key;
    const provider = typeof key === 'string' ? propertyOf(this.#providers, key) : undefined;
    const region = propertyOf(propertyOf(propertyOf(provider, 'expressions'), 'region'), 'constant_value');
    return typeof region === 'string' ? region : undefined;
  }

  #resolved(all: readonly string[], at: Configured | undefined, depth = MAX_DEPTH): readonly string[] {
    if (at === undefined || depth < 0) return [];
    const { module, json } = at;
    const place = withoutKeys(module.prefix);
    const follow = (refs: readonly string[], of: Module | undefined, call: Json) =>
      this.#resolved(refs, of && { module: of, json: call }, depth - 1);
    const found = all.flatMap((ref) => {
      const [kind = '', name = '', output = ''] = withoutKeys(ref).split('.');
      if (kind === 'each' || kind === 'count')
        return follow(references(json.for_each_expression), module, {});
      if (kind === 'var')
        return follow(references(propertyOf(module.call.expressions, name)), module.parent, module.call);
      // The configuration does not have locals: what the plan is based on has what they lead to.
      if (kind === 'local') return (this.#relevant.get(place) ?? []).map(withoutKeys);
      if (kind !== 'module') return `${module.prefix}${ref}`;
      const child = this.#modules.get(`${place}module.${name}.`);
      const declared = propertyOf(propertyOf(child?.json.outputs, output), 'expression');
      const [instance = ''] = /^module\.[^.[]+(\[[^\]]*\])?/.exec(ref) ?? [];
      // An output can be a map with the keys of instances.
      const key = ref.slice(`${instance}.${output}`.length);
      const own = references(declared).map((one) => `${one}${withoutKeys(key) === '' ? key : ''}`);
      return follow(own, child && { ...child, prefix: `${module.prefix}${instance}.` }, {});
    });
    return [...new Set(found)];
  }
}

function references(expression: unknown): string[] {
  if (Array.isArray(expression)) return expression.flatMap(references);
  if (!isObject(expression)) return [];
  const { references: all, ...parts } = expression;
  const own = Array.isArray(all) ? all.filter((one) => typeof one === 'string') : [];
  return [...own, ...Object.values(parts).flatMap(references)];
}
