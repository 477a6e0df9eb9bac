// Records of a host that its DNS host lets nobody change.
import type { Protection } from '../../dns-hosts/descriptor.ts';
import { type HostSpec, hasAlias, hasHttpsRecord } from '../../dns-hosts/zone.ts';
import type { Finding } from '../finding.ts';
import { finding } from './rule.ts';

/** ACM's name for a validation record: an underscore and 32 hex digits in front of the host. */
const VALIDATION = /^_[0-9a-f]{32}\./;

/** The types that its routing has at the host. */
export function routingTypes(plan: HostSpec): string[] {
  return hasAlias(plan) ? ['A', 'AAAA', ...(hasHttpsRecord(plan) ? ['HTTPS'] : [])] : ['CNAME'];
}

/** One for each protected record that the stack sets for the host. `protections`: of the host's zone. */
export function protectedRecords(plan: HostSpec, protections: readonly Protection[]): Finding[] {
  return protections.flatMap((one) => {
    if ('guardrail' in one) return [];
    const { name, type, comment, lift } = one;
    const isRouting = name === plan.host && routingTypes(plan).includes(type);
    const isValidation =
      type === 'CNAME' && VALIDATION.test(name) && name.replace(VALIDATION, '') === plan.host;
    if (!isRouting && !isValidation) return [];
    return finding(plan, 'record-protected', 'blocked', {
      found: `${type} ${name} is protected${comment ? `: "${comment}"` : ''}`,
      why: 'nobody can create, change or delete what is protected: a new host fails at its last step, and one that is deployed when it changes or is removed',
      fix: `ask who protected it, and lift it for the deployment: ${lift}`,
      command: lift,
    });
  });
}

/** One for each guardrail that may refuse what a deployment deletes at the host. `deleted`: the types of the records. */
export function guardedDeletions(
  plan: HostSpec,
  protections: readonly Protection[],
  deleted: readonly string[],
): Finding[] {
  if (deleted.length === 0) return [];
  return protections.flatMap((one) => {
    if (!('guardrail' in one)) return [];
    const { guardrail, refuses, first, lift } = one;
    return finding(plan, 'guardrail-refuses', 'warning', {
      found: `the deployment deletes ${deleted.join(', ')} ${plan.host}, and ${guardrail} is on in its zone`,
      why: `it refuses to delete ${refuses}, which is not known before: the run would fail there`,
      fix: `${first}, or turn the guardrail off for the deployment: ${lift}`,
      command: lift,
    });
  });
}
