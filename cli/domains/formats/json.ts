// What the commands print for machines. Fields may be added; none is removed or changes its meaning.
import { json, type Shown } from '@petstore/custom-domains/output';
import type { Finding } from '@petstore/custom-domains/preflight';
import type { Problem } from '../../../infra/config/problem.ts';
import type { StaleDns } from '../context.ts';
import type { StackReport } from '../host-report.ts';
import type { HostStatus } from '../status/host-status.ts';

export function reportJson(report: StackReport): Shown {
  const { stack, base, hosts, removed, notes, others, staleDns } = report;
  return json({
    stack,
    base,
    staleDns,
    hosts: hosts.map(({ plan, state, change, findings, next }) => ({
      host: plan.host,
      site: plan.site,
      role: plan.role,
      zone: plan.zone.provider === 'external' ? null : plan.zone.name,
      provider: plan.zone.provider,
      state,
      change,
      findings: findings.map(findingJson),
      next,
    })),
    removed: removed.map(({ findings, ...one }) => ({
      ...one,
      state: 'removing',
      findings: findings.map(findingJson),
    })),
    notes,
    otherStacks: others,
  });
}

/** In place of a report: with problems of its config, nothing is known of a stack's hosts, so there is no list of them. */
export function problemsJson(
  problems: readonly Problem[],
  { stack, base, others }: Pick<StackReport, 'stack' | 'base' | 'others'>,
): Shown {
  return json({
    stack,
    base,
    problems: problems.map(({ code, path, place, what, fix }) => ({ code, path, place, what, fix })),
    otherStacks: others,
  });
}

export function statusJson(stack: string, statuses: readonly HostStatus[], stale: StaleDns | undefined) {
  const hosts = statuses.map(({ plan, state, findings, next, deployed, probe, fault, wait, renewal }) => ({
    host: plan.host,
    site: plan.site,
    role: plan.role,
    state,
    certificate: deployed?.certificate ?? null,
    reason: deployed?.reason ?? null,
    earlierRequest: deployed?.earlierRequest ?? null,
    presented: probe?.certificate ? { ...probe.certificate, daysLeft: renewal?.daysLeft } : null,
    renewal: renewal ? { guardedFrom: renewal.guardedFrom, progress: renewal.progress } : null,
    answer: probe?.kind === 'responded' ? { status: probe.status, location: probe.location } : null,
    fault: fault ?? null,
    propagationSeconds: wait,
    findings: findings.map(findingJson),
    next,
  }));
  return json({ stack, staleDns: stale, hosts });
}

/** It stands below its host. */
export function findingJson({ host: _host, ...finding }: Finding) {
  return finding;
}
