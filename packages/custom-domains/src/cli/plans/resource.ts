// A planned change of infrastructure as data, whatever wrote it: the resources with their values before and after it. Pure.

/** A value that only the deployment decides. */
export const UNKNOWN: unique symbol = Symbol('not known yet');

export type Value =
  | string
  | number
  | boolean
  | null
  | typeof UNKNOWN
  | readonly Value[]
  | { readonly [key: string]: Value };

/** A text of the plan, or UNKNOWN in its place. */
export type Text = string | typeof UNKNOWN;

export interface Resource {
  /** Empty: the file does not say it. As its format names it: `aws_acm_certificate`, `AWS::CertificateManager::Certificate`, `aws:acm/certificate:Certificate`. */
  readonly type: string;
  /** Where a person finds it in the plan. */
  readonly place: string;
  /** Absent: it is created, or the format does not say what is deployed. */
  readonly before?: Value;
  /** Absent: it is deleted. UNKNOWN: it is not, and the file has no values of it that can be read. */
  readonly after?: Value;
  readonly isReplaced: boolean;
  /** The places of the resources that a property of it is taken from, as far as the format says. */
  readonly sources: (property: string) => readonly string[];
}

export interface Plan {
  /** `Terraform plan`. */
  readonly title: string;
  readonly resources: readonly Resource[];
  /** Resources that the change only reads. */
  readonly known: readonly Resource[];
  /** False: what is deployed already is not in it. */
  readonly hasBefore: boolean;
  /** Why it is not the whole change. */
  readonly gaps: readonly string[];
  /** What the plan refers to, but does not contain. */
  readonly notes?: readonly string[];
}

/** The file is not what its format says; the message ends a sentence about the file. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/** An object of a parsed plan, none of whose members is checked yet. */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is not a text is not a type. */
export const typeOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An absent list is empty: no format writes a list that has no items. Throws PlanError. */
export function objectsIn(value: unknown, what: string): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw new PlanError(`has ${what} that are not a list of objects`);
}

/** `read` gives what a value stands for where it is not itself: UNKNOWN, or the value of an expression. */
export function converted(json: unknown, read: (json: unknown) => Value | undefined): Value {
  const special = read(json);
  if (special !== undefined) return special;
  if (Array.isArray(json)) return json.map((one) => converted(one, read));
  if (!isObject(json)) return json as string | number | boolean | null;
  return Object.fromEntries(Object.entries(json).map(([key, one]) => [key, converted(one, read)]));
}

/** Property names are compared without case and `_`: formats write one name as `domain_name`, `domainName` and `DomainName`. */
export function propertyOf(object: unknown, name: string): unknown {
  if (!isObject(object)) return undefined;
  const wanted = folded(name);
  return Object.entries(object).find(([key]) => folded(key) === wanted)?.[1];
}

const folded = (key: string): string => key.replaceAll('_', '').toLowerCase();

/**
 * The values at a path such as `alias.name`. A list on the way stands for each of its items, because a block that may be there once is
 * a list in one format and not in another. Empty where there is nothing.
 */
export function valuesAt(value: Value | undefined, path: string): readonly Value[] {
  let found = itemsOf(value);
  for (const step of path.split('.'))
    found = found.flatMap((one) => (one === UNKNOWN ? [one] : itemsOf(propertyOf(one, step) as Value)));
  return found;
}

function itemsOf(value: Value | undefined): readonly Value[] {
  const items: readonly (Value | undefined)[] = Array.isArray(value) ? value : [value as Value | undefined];
  return items.filter((one): one is Value => one !== undefined && one !== null);
}

/** The texts at any of the paths, and UNKNOWN for each that is not known. */
export function textsAt(value: Value | undefined, paths: readonly string[]): Text[] {
  return paths
    .flatMap((path) => valuesAt(value, path))
    .filter((one) => typeof one === 'string' || one === UNKNOWN);
}

/** Items without a key are left out. The package supports Node 20, which does not have Map.groupBy. */
export function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string | undefined) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = key === undefined ? undefined : groups.get(key);
    if (group !== undefined) group.push(item);
    else if (key !== undefined) groups.set(key, [item]);
  }
  return groups;
}
