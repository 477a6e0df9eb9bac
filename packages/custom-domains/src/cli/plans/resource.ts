// A planned change of infrastructure as data, whatever wrote it: the resources with their values before and after it. Pure.

/** A value that only the deployment decides. */
export const UNKNOWN: unique symbol = Symbol('not known yet');

export type Text = string | typeof UNKNOWN;

/** Values as the file has them. They are read where a path of the table leads, so that nothing of a large plan is copied. */
export interface Values {
  readonly json: unknown;
  /** In the form of `json`, with `true` in place of each value that is not known, which `json` leaves out. */
  readonly unknown?: unknown;
  /** What a value stands for where it is not itself: UNKNOWN, or the value of an expression. */
  readonly read?: (json: unknown) => unknown;
}

export interface Resource {
  /** As its format names it: `aws_acm_certificate`, `AWS::CertificateManager::Certificate`, `aws:acm/certificate:Certificate`. */
  readonly type: string;
  readonly place: string;
  /** Absent: it is created, or the format does not say what is deployed. */
  readonly before?: Values;
  /** Absent: it is deleted. UNKNOWN: it is not, and the file has no values of it that can be read. */
  readonly after?: Values;
  readonly isReplaced?: boolean;
  readonly isConditional?: boolean;
  /** Where its provider creates it, as far as the format says. */
  readonly region?: string;
  /** The places that a property of it is taken from, as far as the format says. */
  readonly sources: (property: string) => readonly string[];
  /** Whether the program sets a property, and not the provider alone; undefined where the format does not say it. */
  readonly sets?: (property: string) => boolean | undefined;
}

export interface Plan {
  readonly title: string;
  readonly resources: readonly Resource[];
  /** Resources that the change only reads. */
  readonly known: readonly Resource[];
  /** False: what is deployed already is not in it. */
  readonly hasBefore: boolean;
  /** Whether what `old` was is gone when `next` is created. Undefined: the tool has no order of the two. */
  readonly removesFirst: (old: Resource, next: Resource) => boolean | undefined;
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

/** An absent list is empty: no format writes a list that has no items. Throws PlanError. */
export function objectsIn(value: unknown, what: string): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw new PlanError(`has ${what} that are not a list of objects`);
}

/** Throws PlanError for another type, with the place of the object. */
export function textIn(object: Json, key: string, place: string): string {
  const value = object[key];
  if (typeof value === 'string') return value;
  throw new PlanError(`has ${place} whose ${JSON.stringify(key)} is not a text`);
}

/** Formats write one name as `domain_name`, `domainName` and `DomainName`; a step with a capital is written so alone. */
const spellings = once((step: string): readonly string[] => {
  const camel = step.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const pascal = camel.replace(/^./, (letter) => letter.toUpperCase());
  return /[A-Z]/.test(step) ? [step] : [...new Set([step, camel, pascal])];
});
const stepsOf = once((path: string) => path.split('.').map(spellings));

/** The paths of the table are few. */
function once<T>(work: (text: string) => T): typeof work {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? work(text);
    known.set(text, found);
    return found;
  };
}

export function propertyOf(object: unknown, name: string): unknown {
  return memberOf(object, spellings(name));
}

/** The member at a path, where a block is a list of blocks. */
export function memberAt(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, step) => propertyOf(Array.isArray(at) ? at[0] : at, step), object);
}

function memberOf(object: unknown, names: readonly string[]): unknown {
  if (!isObject(object)) return undefined;
  const name = names.find((one) => Object.hasOwn(object, one));
  return name && object[name];
}

/** A list of more names than can be checked many times over. */
const MAX_ITEMS = 100_000;

/** Of a path such as `alias.name`, where a list stands for each of its items: a block may be a list in one format alone. Throws PlanError. */
export function nodesAt(values: Values | undefined, path: string): readonly Values[] {
  let found: Values[] = [];
  if (values !== undefined) collect(values, found);
  for (const names of stepsOf(path)) {
    const next: Values[] = [];
    for (const one of found) {
      const json = memberOf(one.json, names);
      const unknown = memberOf(one.unknown, names);
      if (one.json === UNKNOWN) next.push(one);
      else if (json !== undefined || unknown !== undefined) collect({ json, unknown, read: one.read }, next);
    }
    found = next;
  }
  return found;
}

function collect({ json: written, unknown, read }: Values, into: Values[]): void {
  const json = unknown === true ? UNKNOWN : read ? read(written) : written;
  if (Array.isArray(json) || Array.isArray(unknown)) {
    const length = Math.max(lengthOf(json), lengthOf(unknown));
    if (length > MAX_ITEMS) throw new PlanError(`has a list of ${length} items where names are`);
    for (let index = 0; index < length; index += 1)
      collect({ json: itemAt(json, index), unknown: itemAt(unknown, index), read }, into);
  } else if ((json !== undefined && json !== null) || isObject(unknown)) into.push({ json, unknown, read });
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const itemAt = (value: unknown, index: number): unknown => (Array.isArray(value) ? value[index] : undefined);

/** The values at any of the paths, and UNKNOWN for each that is not known. */
export function valuesAt(values: Values | undefined, paths: readonly string[]): unknown[] {
  return paths.flatMap((path) => nodesAt(values, path).map(({ json }) => json));
}

export function textsAt(values: Values | undefined, paths: readonly string[]): Text[] {
  return valuesAt(values, paths).filter((one): one is Text => typeof one === 'string' || one === UNKNOWN);
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
