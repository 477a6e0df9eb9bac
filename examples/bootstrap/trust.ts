// Who may take a role: jobs of one repository's workflows, by the subject of the token that GitHub gives them.
// https://docs.github.com/en/actions/reference/security/oidc

export const ISSUER = 'token.actions.githubusercontent.com';
const AUDIENCE = 'sts.amazonaws.com';

/** Without a job environment: runs for pull requests, and those on main. */
export const PREVIEWS: readonly string[] = ['pull_request', 'ref:refs/heads/main'];

/** The environment's own rules say which branch and whose approval. */
export const deploysTo = (environment: string): string[] => [`environment:${environment}`];

/** `repository`: as its tokens begin, `repo:OWNER/NAME` or, with ids, `repo:OWNER@1/NAME@2`. */
export function trustPolicy(providerArn: string, repository: string, contexts: readonly string[]): string {
  const condition = {
    StringEquals: {
      [`${ISSUER}:aud`]: AUDIENCE,
      [`${ISSUER}:sub`]: contexts.map((context) => `${repository}:${context}`),
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

const REPOSITORY = /^repo:[\w-]+(@\d+)?\/[\w.-]+(@\d+)?$/;

/** Nothing that could match another repository's. */
export function checkedRepository(subject: string): string {
  if (REPOSITORY.test(subject)) return subject;
  throw new Error(
    `bootstrap:subject "${subject}" is not how a repository's tokens begin: give what this shows, ` +
      'gh api repos/OWNER/NAME/actions/oidc/customization/sub --jq .sub_claim_prefix',
  );
}
