// Physical names of what IAM recognises by its name, since it has no tags for IAM: the bucket, and the function's role.

/** IAM's limit for a role's name is 64 characters, with `petstore-`, the role's own name and what Pulumi adds. */
const LONGEST_STACK = 28;

/** `petstore-staging-docs`: roles of deployments are limited to the names of their stack. The characters are those that
 * S3 allows. */
export function nameInStack(project: string, stack: string, name: string): string {
  const allowed = stack.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-');
  return `${project}-${allowed.slice(0, LONGEST_STACK)}-${name}`;
}
