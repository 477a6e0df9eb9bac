// What the commands print for machines. Fields may be added; none is removed or changes its meaning.
import { json, type Shown } from '@petstore/custom-domains/output';
import type { Finding } from '@petstore/custom-domains/preflight';
import type { Problem } from '../../../infra/config/problem.ts';
import type { HostReport } from '../hosts.ts';
import type { StackReport } from '../inspect.ts';

export function reportJson(report: StackReport): Shown {
  const { stack, base, hosts, removed, notes, others } = report;
  return json({
    stack,
    base,
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
    removed: removed.map(({ findings, isDeployed, isServing, ...one }) => ({
      ...one,
      state: 'removing',
      findings: findings.map(findingJson),
    })),
    notes,
    otherStacks: others,
  });
}

export function statusJson(stack: string, statuses: readonly HostReport[]): Shown {
  const hosts = statuses.map(({ plan, state, findings, next, output, response, wait }) => ({
    host: plan.host,
    site: plan.site,
    role: plan.role,
    state,
    certificate: output?.certificate ?? null,
    reason: output?.reason ?? null,
    earlierRequest: output?.earlierRequest ?? null,
    presented: response?.certificate
      ? { ...response.certificate, daysLeft: response.renewal?.daysLeft }
      : null,
    renewal: response?.renewal
      ? { guardedFrom: response.renewal.guardedFrom, progress: response.renewal.progress }
      : null,
    answer: response?.status === undefined ? null : { status: response.status, location: response.location },
    fault: response?.fault ?? null,
    propagationSeconds: wait,
    findings: findings.map(findingJson),
    next,
  }));
  return json({ stack, hosts });
}

/** In place of a report: with problems of its config, nothing is known of a stack's hosts, so there is no list of them. */
export function problemsJson(problems: readonly Problem[], stack: string, base?: string): Shown {
  return json({
    ...{ stack, base },
    problems: problems.map(({ code, path, place, what, fix }) => ({ code, path, place, what, fix })),
  });
}

/** It stands below its host. */
export function findingJson({ host: _host, ...finding }: Finding) {
  return finding;
}
