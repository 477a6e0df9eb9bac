// What the config says of the repository, the state and each environment, checked; and who may assume a role: jobs of the
// repository's workflows, by the subject of their token (https://docs.github.com/en/actions/reference/security/oidc).
import * as pulumi from '@pulumi/pulumi';
import { z } from 'zod';

const matching = (form: RegExp, what: string) => z.string().regex(form, `is not ${what}`);

/** No pattern that could match another repository. */
const REPOSITORY = matching(
  /^repo:[\w-]+(@\d+)?\/[\w.-]+(@\d+)?$/,
  "the start of a repository's token subjects: set it to the output of gh api repos/OWNER/NAME/actions/oidc/customization/sub --jq .sub_claim_prefix",
);
/** In an ARN, * and ? match anything, and $ begins a variable. */
const BACKEND = matching(
  /^s3:\/\/[a-z0-9][a-z0-9.-]+(\/[^*?$]*)?(\?.*)?$/,
  'a bucket: set it to the argument of `pulumi login`, s3://BUCKET',
);
/** The name of a stack is part of the names of its bucket and its role, which IAM recognises it by. */
const STACK = matching(/^[a-z0-9][a-z0-9-]{0,27}$/, '1 to 28 lower-case letters, digits and hyphens');
const ZONE_ID = /^Z[A-Z0-9]{1,31}$/;
/** As Route 53 normalises names for IAM: lower case, no final dot; another character would be an escape code. */
const RECORD = matching(
  /^(\*\.)?([a-z0-9_-]+\.)+[a-z0-9-]+$/,
  'a record name in lower case without a final dot, such as *.staging.petstore.dev',
);
/** By the zone's id: patterns of record names, `staging.petstore.dev` and `*.staging.petstore.dev`. */
const ZONES = z
  .record(z.string(), z.array(RECORD).min(1, 'has no record names'))
  .refine(
    (zones) => Object.keys(zones).every((id) => ZONE_ID.test(id)),
    'has a key that is not the id of a hosted zone, such as Z0123456789ABC',
  );
/** IAM, CreateRole. No wildcard: it would be every role of that form, in an account of others. */
const ROLE = matching(/^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]+$/, "a role's ARN");
/** AWS Backup, CreateBackupVault. No wildcard either. */
const VAULT = matching(/^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/, "a backup vault's ARN");

/** `zoneRoles` and `vaults` are of other accounts. */
export function readConfig() {
  const config = new pulumi.Config();
  function checked<Value>(key: string, form: z.ZodType<Value>, given: unknown): Value {
    const { data, error } = form.safeParse(given);
    if (error !== undefined) throw new pulumi.RunError(`bootstrap:${key}: ${z.prettifyError(error)}`);
    return data as Value;
  }
  const stacks = checked('environments', z.array(STACK), config.requireObject('environments'));
  const byStack = <Value>(key: string, form: z.ZodType<Value>) => {
    const forms = Object.fromEntries(stacks.map((stack) => [stack, form.optional()]));
    return checked(key, z.strictObject(forms), config.requireObject(key)) as Record<
      string,
      Value | undefined
    >;
  };
  const zones = byStack('zones', ZONES);
  const zoneRoles = byStack('zoneRoles', z.array(ROLE));
  const vaults = byStack('backupVaults', z.array(VAULT));
  return {
    repository: checked('subject', REPOSITORY, config.require('subject')),
    backend: checked('backend', BACKEND, config.require('backend')),
    secretsKey: config.require('secretsKey'),
    newProvider: config.requireBoolean('newProvider'),
    environments: stacks.map((stack) => {
      const own = { zones: zones[stack] ?? {}, zoneRoles: zoneRoles[stack] ?? [] };
      return { stack, ...own, vaults: vaults[stack] ?? [] };
    }),
  };
}

export const ISSUER = 'token.actions.githubusercontent.com';
const AUDIENCE = 'sts.amazonaws.com';

const MAIN = 'refs/heads/main';

/** Jobs without an environment: in runs for pull requests, and on main. */
export const PREVIEWS = 'pull_request';
export const PLANS = `ref:${MAIN}`;

/** The environment's own rules decide on the approval. */
export const deploysTo = (environment: string): string => `environment:${environment}`;

/** `repository`: the start of its tokens' subjects, `repo:OWNER/NAME` or, with ids, `repo:OWNER@1/NAME@2`. */
export function trustPolicy(providerArn: string, repository: string, context: string): string {
  const condition = {
    StringEquals: {
      [`${ISSUER}:aud`]: AUDIENCE,
      [`${ISSUER}:sub`]: `${repository}:${context}`,
      // Whoever can push a branch can create an environment that has no rules, before its name has any. A pull request has a ref of
      // its own. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_iam-condition-keys.html#condition-keys-wif
      ...(context !== PREVIEWS && { [`${ISSUER}:ref`]: MAIN }),
    },
  };
  const statement = {
    Effect: 'Allow',
    Principal: { Federated: providerArn },
    Action: 'sts:AssumeRoleWithWebIdentity',
    Condition: condition,
  };
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
}
