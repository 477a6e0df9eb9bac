// A redirect whose target is blocked: the one rule that needs more than one host.
import { type CheckedHost, type Finding, isBlocked, verdictOf } from '../finding.ts';
import { finding } from './rule.ts';

const WHY = 'visitors would be sent to a host that does not respond';

/**
 * By redirecting host. A target that is deployed responds, whatever its findings are. A new redirect waits for its
 * target; one that is deployed stays as it is, so there it is a warning. Of a target that could not be read nothing is known
 * to be wrong, and so it is of a new redirect to it.
 */
export function redirectsToBlocked(
  checked: readonly CheckedHost[],
  deployed: ReadonlySet<string>,
): Map<string, Finding[]> {
  const blocked = new Map(
    checked
      .filter(({ plan, findings }) => !deployed.has(plan.host) && isBlocked(findings))
      .map(({ plan, findings }) => [plan.host, verdictOf(findings)]),
  );
  const found = new Map<string, Finding[]>();
  for (const { plan } of checked) {
    const target = plan.redirect && new URL(plan.redirect.to).hostname;
    if (target === undefined || !blocked.has(target)) continue;
    const isUnknown = blocked.get(target) === 'unknown';
    const text = isUnknown ? unreadText(target) : blockedText(target);
    const isDeployed = deployed.has(plan.host);
    const code = isUnknown && !isDeployed ? 'dns-unreadable' : 'target-blocked';
    found.set(plan.host, [finding(plan, code, isDeployed ? 'warning' : 'blocked', text)]);
  }
  return found;
}

const blockedText = (target: string) => ({
  found: `it redirects to ${target}, which is blocked`,
  why: WHY,
  fix: `fix what blocks ${target}; then both are deployed together`,
});

const unreadText = (target: string) => ({
  found: `it redirects to ${target}, whose DNS could not be read`,
  why: WHY,
  fix: `run it again when the DNS of ${target} can be read; then both are deployed together`,
});
