// The calls of all types together.
import { apiCalls } from './api.ts';
import { BACKUP_CALLS } from './backups.ts';
import type { CallTable, Owner } from './call.ts';
import { docsCalls } from './docs.ts';
import { domainCalls } from './domains.ts';
import { MONITORING_CALLS, observationCalls } from './monitoring.ts';
import { releaseCalls } from './releases.ts';

/** Types of the local cloud that the program does not declare: no role has rights for them. */
export const NOT_DECLARED = ['aws:iam/rolePolicyAttachment:RolePolicyAttachment'];

export const everyCall = (owner: Owner): CallTable => ({
  ...apiCalls(owner),
  ...releaseCalls(owner),
  ...docsCalls(owner),
  ...domainCalls(owner),
  ...BACKUP_CALLS,
  ...MONITORING_CALLS,
  ...observationCalls(owner),
});

/** Of the types that the program declares. */
export function declaredCalls(owner: Owner): CallTable {
  const declared = Object.entries(everyCall(owner)).filter(([type]) => !NOT_DECLARED.includes(type));
  return Object.fromEntries(declared);
}
