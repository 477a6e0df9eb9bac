// What the config says of each environment: the hosted zones in Route 53 with the names of the records that it may change, and what
// it uses of other accounts. A value that would match nothing, or more than it seems to, is refused.

/** By the zone's id: patterns of record names, `staging.petstore.dev` and `*.staging.petstore.dev`. */
export type Zones = Readonly<Record<string, readonly string[]>>;

/** The name of a stack is part of the names of its bucket and its role, which IAM recognises it by. */
const ENVIRONMENT = /^[a-z0-9][a-z0-9-]{0,27}$/;

export function checkedEnvironments(environments: readonly string[]): readonly string[] {
  const wrong = environments.find((name) => !ENVIRONMENT.test(name));
  if (wrong === undefined) return environments;
  throw new Error(`bootstrap:environments: "${wrong}" is not 1 to 28 lower-case letters, digits and hyphens`);
}

/** `check` throws for a wrong value; `place` names it, such as `bootstrap:zones.staging`. */
export function checkedByEnvironment<Value>(
  key: string,
  given: Readonly<Record<string, Value>>,
  environments: readonly string[],
  check: (place: string, value: Value) => void,
): typeof given {
  for (const [environment, value] of Object.entries(given)) {
    const place = `bootstrap:${key}.${environment}`;
    if (!environments.includes(environment)) throw new Error(`${place} is not one of bootstrap:environments`);
    check(place, value);
  }
  return given;
}

const ID = /^Z[A-Z0-9]{1,31}$/;
/** As Route 53 normalises names for IAM: lower case, no final dot; another character would be an escape code. */
const NAME = /^(\*\.)?([a-z0-9_-]+\.)+[a-z0-9-]+$/;

export function checkZones(place: string, zones: Zones): void {
  for (const [id, names] of Object.entries(zones)) {
    const zone = `${place}.${id}`;
    if (!ID.test(id))
      throw new Error(`${zone}: "${id}" is not the id of a hosted zone, such as Z0123456789ABC`);
    const wrong = names.find((name) => !NAME.test(name));
    if (wrong !== undefined)
      throw new Error(
        `${zone}: "${wrong}" is not a record name in lower case without a final dot, such as *.staging.petstore.dev`,
      );
    if (names.length === 0) throw new Error(`${zone} has no record names`);
  }
}

/** IAM, CreateRole. No wildcard: it would be every role of that form, in an account of others. */
const ROLE = /^arn:aws(-[a-z]+)*:iam::\d{12}:role\/[\w+=,.@/-]+$/;
/** AWS Backup, CreateBackupVault. No wildcard either. */
const VAULT = /^arn:aws(-[a-z]+)*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/;

/** Roles of other accounts that `petstore:zones` names. */
export const checkZoneRoles = arnsOf(ROLE, "a role's ARN");
/** Vaults of other accounts that `petstore:backup` names. */
export const checkBackupVaults = arnsOf(VAULT, "a backup vault's ARN");

function arnsOf(form: RegExp, what: string) {
  return (place: string, arns: readonly string[]): void => {
    const wrong = arns.find((arn) => !form.test(arn));
    if (wrong !== undefined) throw new Error(`${place}: "${wrong}" is not ${what}`);
  };
}
