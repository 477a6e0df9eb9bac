// A redirect whose target is blocked: the one rule that needs more than one host.
import type { CheckedHost } from '../checked-host.ts';
import { type Finding, isBlocked } from '../finding.ts';
import { finding } from './rule.ts';

/**
 * By redirecting host. A target that is deployed responds, whatever its findings are. A new redirect waits for its
 * target; one that is deployed stays as it is, so there it is a warning.
 */
export function redirectsToBlocked(
  checked: readonly CheckedHost[],
  deployed: ReadonlySet<string>,
): Map<string, Finding[]> {
  const blocked = new Set(
    checked
      .filter(({ plan, findings }) => !deployed.has(plan.host) && isBlocked(findings))
      .map(({ plan }) => plan.host),
  );
  const found = new Map<string, Finding[]>();
  for (const { plan } of checked) {
    const target = plan.redirect && new URL(plan.redirect.to).hostname;
    if (target === undefined || !blocked.has(target)) continue;
    const severity = deployed.has(plan.host) ? 'warning' : 'blocked';
    const text = {
      found: `it redirects to ${target}, which is blocked`,
      why: 'visitors would be sent to a host that does not respond',
      fix: `fix what blocks ${target}; then both are deployed together`,
    };
    found.set(plan.host, [finding(plan, 'target-blocked', severity, text)]);
  }
  return found;
}
