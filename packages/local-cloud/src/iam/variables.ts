// Policy variables: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html

/** Throws for the first variable: treated as text, it would match nothing, and a Deny would not deny. */
export function refuseVariables(patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const [variable] = /\$\{[^}]*\}/.exec(pattern) ?? [];
    if (variable !== undefined)
      throw new Error(`the local cloud does not resolve the policy variable ${variable}`);
  }
}
