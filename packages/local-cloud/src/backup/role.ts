// The rights with which AWS Backup works: those of the role of a selection, or of the account's default role.
import type { Identity } from '../iam/index.ts';
import { type Right, refusedRight } from '../iam/role-rights.ts';
import { ServiceError } from '../service-error.ts';

export const BACKUP_SERVICE = 'backup.amazonaws.com';
/** Of the sessions in which AWS Backup uses a role. */
export const BACKUP_SESSION = 'AWSBackup';

/** Throws AccessDeniedException for the first right that the role lacks. */
export type AssertRights = (rights: readonly Right[]) => void;

/** Of jobs that a person starts with AWSBackupDefaultServiceRole, whose managed policies allow every backup, copy and restore. */
export const asDefaultRole: AssertRights = () => undefined;

/** Refuses everything for a role that AWS Backup cannot assume. */
export function asRole(identity: Identity, roleArn: string): AssertRights {
  return (rights) => {
    if (!identity.assumable(roleArn, BACKUP_SERVICE)) {
      const message = `The provided role ${roleArn} cannot be assumed by AWS Backup.`;
      throw new ServiceError('AccessDeniedException', message);
    }
    const refused = refusedRight(identity, { roleArn, session: BACKUP_SESSION }, rights);
    if (refused === undefined) return;
    const message = `IAM Role ${roleArn} does not have sufficient permissions: ${refused[0]} on ${refused[1]}`;
    throw new ServiceError('AccessDeniedException', message);
  };
}
