// AccessDeniedException of an identity's policies.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html
import type { Caller } from '../iam/index.ts';

/** Why the caller may not do the action, in AWS's words; undefined where its policies allow it. */
export function denialOf(caller: Caller, ...question: Parameters<Caller['decide']>): string | undefined {
  const [action, resource] = question;
  const decision = caller.decide(...question);
  if (decision === 'allowed') return undefined;
  const because =
    decision === 'explicitly denied'
      ? 'with an explicit deny in an identity-based policy'
      : `because no identity-based policy allows the ${action} action`;
  return `User: ${caller.arn} is not authorized to perform: ${action} on resource: ${resource} ${because}`;
}
