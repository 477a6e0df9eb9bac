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

export interface Resource {
  /** As its format names it: `aws_acm_certificate`, `AWS::CertificateManager::Certificate`, `aws:acm/certificate:Certificate`. */
  readonly type: string;
  /** Where a person finds it in the plan. */
  readonly place: string;
  /** Absent: it is created, or the format does not say what is deployed. */
  readonly before?: Value;
  /** Absent: it is deleted. */
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
  /** What it refers to, and does not have. */
  readonly notes?: readonly string[];
}

/** The file is not what its format says; the message ends a sentence about the file. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

type Objects = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Objects {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An absent list is empty: each format leaves out what there is none of. Throws PlanError. */
export function objectsIn(value: unknown, what: string): readonly Objects[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw new PlanError(`has ${what} that are not a list of objects`);
}

/** `read` gives what a value stands for where it is not itself: UNKNOWN, or what an expression comes to. */
export function converted(json: unknown, read: (json: unknown) => Value | undefined): Value {
  const special = read(json);
  if (special !== undefined) return special;
  if (Array.isArray(json)) return json.map((one) => converted(one, read));
  if (!isObject(json)) return json as string | number | boolean | null;
  return Object.fromEntries(Object.entries(json).map(([key, one]) => [key, converted(one, read)]));
}

/** `domain_name`, `domainName` and `DomainName` are one: Terraform's, Pulumi's and CloudFormation's. */
export const folded = (key: string): string => key.replaceAll('_', '').toLowerCase();

/**
 * What is at a path such as `alias.name`; a list on the way stands for each of its items, as a block that may be there once is a list
 * in one format and not in another. Empty where there is nothing.
 */
export function valuesAt(value: Value | undefined, path: string): readonly Value[] {
  let found = itemsOf(value);
  for (const step of path.split('.').map(folded)) {
    found = found.flatMap((one): readonly Value[] => {
      if (one === UNKNOWN || !isObject(one)) return one === UNKNOWN ? [UNKNOWN] : [];
      return itemsOf(Object.entries(one as Objects).find(([key]) => folded(key) === step)?.[1] as Value);
    });
  }
  return found;
}

function itemsOf(value: Value | undefined): readonly Value[] {
  const items: readonly (Value | undefined)[] = Array.isArray(value) ? value : [value as Value | undefined];
  return items.filter((one): one is Value => one !== undefined && one !== null);
}

/** The texts at any of the paths, and UNKNOWN for each that is not known. */
export function textsAt(value: Value | undefined, paths: readonly string[]): (string | typeof UNKNOWN)[] {
  return paths
    .flatMap((path) => valuesAt(value, path))
    .filter((one) => typeof one === 'string' || one === UNKNOWN);
}

export function textAt(
  value: Value | undefined,
  paths: readonly string[],
): string | typeof UNKNOWN | undefined {
  return textsAt(value, paths)[0];
}
