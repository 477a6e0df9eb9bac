// Records of a host that its DNS host lets nobody change.
import type { Protection } from '../../dns-hosts/descriptor.ts';
import { type HostSpec, hasAlias, hasHttpsRecord } from '../../dns-hosts/zone.ts';
import type { Finding } from '../finding.ts';
import { finding } from './rule.ts';

/** ACM's name for a validation record: an underscore and 32 hex digits in front of the host. */
const VALIDATION = /^_[0-9a-f]{32}\./;

/** One for each protected record that the stack sets for the host. `protections`: of the host's zone. */
export function protectedRecords(plan: HostSpec, protections: readonly Protection[]): Finding[] {
  const alias = ['A', 'AAAA', ...(hasHttpsRecord(plan) ? ['HTTPS'] : [])];
  const types = hasAlias(plan) ? alias : ['CNAME'];
  const isOwn = ({ name, type }: Protection) =>
    (name === plan.host && types.includes(type)) ||
    (type === 'CNAME' && VALIDATION.test(name) && name.replace(VALIDATION, '') === plan.host);
  return protections.filter(isOwn).map(({ name, type, comment, lift }) =>
    finding(plan, 'record-protected', 'blocked', {
      found: `${type} ${name} is protected${comment ? `: "${comment}"` : ''}`,
      why: 'nobody can create, change or delete what is protected: a new host fails at its last step, and one that is deployed when it changes or is removed',
      fix: `ask who protected it, and lift it for the deployment: ${lift}`,
    }),
  );
}
