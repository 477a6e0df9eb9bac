// Who may assume a role: jobs of one repository's workflows, identified by the subject of their GitHub token.
// https://docs.github.com/en/actions/reference/security/oidc

export const ISSUER = 'token.actions.githubusercontent.com';
const AUDIENCE = 'sts.amazonaws.com';

/** Jobs without an environment: in runs for pull requests, and on main. */
export const PREVIEWS: readonly string[] = ['pull_request', 'ref:refs/heads/main'];

/** The environment's own rules decide on the branch and the approval. */
export const deploysTo = (environment: string): string[] => [`environment:${environment}`];

/** `repository`: the start of its tokens' subjects, `repo:OWNER/NAME` or, with ids, `repo:OWNER@1/NAME@2`. */
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

/** Refuses every pattern that could match another repository. */
export function checkedRepository(subject: string): string {
  if (REPOSITORY.test(subject)) return subject;
  throw new Error(
    `bootstrap:subject "${subject}" is not the start of a repository's token subjects: set it to the output of ` +
      'gh api repos/OWNER/NAME/actions/oidc/customization/sub --jq .sub_claim_prefix',
  );
}
