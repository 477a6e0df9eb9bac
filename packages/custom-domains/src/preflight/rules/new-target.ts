// CAA of the name that a host is about to point to, where that name is given.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { Finding } from '../finding.ts';
import type { Answer } from '../reader/answer.ts';
import { judge } from './caa-policy.ts';
import { issuanceOf, otherAuthority } from './caa-sets.ts';
import { finding, list } from './rule.ts';

/** RFC 8659 3: once the host is a CNAME, the target's RRset is the relevant one. `answer`: CAA at the target. */
export function caaOfNewTarget(plan: HostSpec, target: string, answer: Answer): Finding[] {
  const issuance = issuanceOf(plan);
  const { title } = issuance.authority;
  if (answer.kind === 'failed' || answer.kind === 'referral') {
    const detail = answer.kind === 'failed' ? answer.detail : `the resolver refers to ${answer.zone}`;
    const text = {
      found: `CAA at ${target} could not be read: ${detail}`,
      why: `once ${plan.host} points there, a certificate authority may refuse (RFC 8659 3)`,
      fix: 'check again; if it stays so, ask the operator of the target',
    };
    return [finding(plan, 'caa-unreadable', 'warning', text)];
  }
  if (answer.kind !== 'found' || judge(answer.records, issuance).allows) return [];
  const text = {
    found: `${target} has CAA of its own (${list(answer.records.map(({ value }) => value))}), which keeps ${title} from issuing`,
    why: `once ${plan.host} is a CNAME to it, that RRset is the relevant one (RFC 8659 3): no certificate is issued, and none renewed`,
    fix: otherAuthority(plan, target),
  };
  return [finding(plan, 'caa-of-new-target', 'blocked', text)];
}
