// The environments, and the hosted zones in Route 53 with the names of the records that each may change.

/** By the zone's id: patterns of record names, `staging.petstore.dev` and `*.staging.petstore.dev`. */
export type Zones = Readonly<Record<string, readonly string[]>>;

const ID = /^Z[A-Z0-9]{1,31}$/;
/** As Route 53 normalises names for IAM: lower case, no final dot; another character would be an escape code. */
const NAME = /^(\*\.)?([a-z0-9_-]+\.)+[a-z0-9-]+$/;

/** The name of a stack is part of the names of its bucket and its role, which IAM recognises it by. */
const ENVIRONMENT = /^[a-z0-9][a-z0-9-]{0,27}$/;

export function checkedEnvironments(environments: readonly string[]): readonly string[] {
  const wrong = environments.find((name) => !ENVIRONMENT.test(name));
  if (wrong === undefined) return environments;
  throw new Error(
    `bootstrap:environments: "${wrong}" is not a name of at most 28 lower-case letters, digits and hyphens`,
  );
}

/** `bootstrap:zones`, by environment. Throws for an id or a name that would match nothing, or more than it seems to. */
export function checkedZones(
  zones: Readonly<Record<string, Zones>>,
  environments: readonly string[],
): typeof zones {
  for (const [environment, byId] of Object.entries(zones)) {
    const place = `bootstrap:zones.${environment}`;
    if (!environments.includes(environment)) throw new Error(`${place} is not one of bootstrap:environments`);
    for (const [id, names] of Object.entries(byId)) checkZone(`${place}.${id}`, id, names);
  }
  return zones;
}

/** IAM, CreateRole. No wildcard: it would be every role of that form, in an account of others. */
const ROLE = /^arn:aws(-[a-z]+)*:iam::\d{12}:role\/[\w+=,.@/-]+$/;
/** AWS Backup, CreateBackupVault. No wildcard either. */
const VAULT = /^arn:aws(-[a-z]+)*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/;

type ArnsByEnvironment = Readonly<Record<string, readonly string[]>>;

/** `bootstrap:zoneRoles`, by environment: roles of other accounts that `petstore:zones` names. */
export const checkedZoneRoles = arnsOf('zoneRoles', ROLE, "a role's ARN");

/** `bootstrap:backupVaults`, by environment: vaults of other accounts that `petstore:backup` names. */
export const checkedBackupVaults = arnsOf('backupVaults', VAULT, "a backup vault's ARN");

function arnsOf(key: string, form: RegExp, what: string) {
  return (arns: ArnsByEnvironment, environments: readonly string[]): ArnsByEnvironment => {
    for (const [environment, given] of Object.entries(arns)) {
      const place = `bootstrap:${key}.${environment}`;
      if (!environments.includes(environment))
        throw new Error(`${place} is not one of bootstrap:environments`);
      const wrong = given.find((arn) => !form.test(arn));
      if (wrong !== undefined) throw new Error(`${place}: "${wrong}" is not ${what}`);
    }
    return arns;
  };
}

function checkZone(place: string, id: string, names: readonly string[]): void {
  if (!ID.test(id))
    throw new Error(`${place}: "${id}" is not the id of a hosted zone, such as Z0123456789ABC`);
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong !== undefined) {
    throw new Error(
      `${place}: "${wrong}" is not a record name in lower case without a final dot, such as *.staging.petstore.dev`,
    );
  }
  if (names.length === 0) throw new Error(`${place} has no record names`);
}
