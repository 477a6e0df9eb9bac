// The rights that a deployment needs in AWS, for each type of resource in the program. Actions and ARNs:
// https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
import { API_RIGHTS } from './api.ts';
import { BACKUP_RIGHTS } from './backups.ts';
import { DOCS_RIGHTS } from './docs.ts';
import { DOMAIN_RIGHTS } from './domains.ts';
import { MONITORING_RIGHTS } from './monitoring.ts';
import { RELEASE_RIGHTS } from './releases.ts';
import type { Rights } from './right.ts';
import { ROLE_RIGHTS } from './roles.ts';

export const RIGHTS: Rights = {
  ...API_RIGHTS,
  ...RELEASE_RIGHTS,
  ...ROLE_RIGHTS,
  ...DOCS_RIGHTS,
  ...DOMAIN_RIGHTS,
  ...MONITORING_RIGHTS,
  ...BACKUP_RIGHTS,
};
