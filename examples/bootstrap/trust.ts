// Who may assume a role: jobs of one repository's workflows, identified by the subject of their GitHub token.
// https://docs.github.com/en/actions/reference/security/oidc

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
