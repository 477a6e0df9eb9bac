// The report for machines. Fields may be added; none is removed or changes its meaning.
import { json, type Shown } from '@petstore/custom-domains/output';
import type { Problem } from '../../../infra/config/problem.ts';
import type { StackReport } from '../stack-report.ts';

export function reportJson(report: StackReport): Shown {
  const { stack, base, hosts, removed, notes, others, staleDns } = report;
  return json({
    stack,
    base,
    ...(staleDns && { staleDns }),
    hosts: hosts.map(({ plan, state, change, findings, next }) => ({
      host: plan.host,
      site: plan.site,
      role: plan.role,
      zone: plan.zone.provider === 'external' ? null : plan.zone.name,
      provider: plan.zone.provider,
      state,
      change,
      findings: findings.map(({ host: _host, ...finding }) => finding),
      next,
    })),
    removed: removed.map(({ findings, listed: _listed, ...one }) => ({
      ...one,
      state: 'removing',
      findings: findings.map(({ host: _host, ...finding }) => finding),
    })),
    notes,
    ...(others !== undefined && { otherStacks: others }),
  });
}

type Asked = Pick<StackReport, 'stack' | 'base' | 'others'>;

/** In place of a report: with problems of its config, nothing is known of a stack's hosts, so there is no list of them. */
export function problemsJson(problems: readonly Problem[], { stack, base, others }: Asked): Shown {
  return json({
    stack,
    base,
    problems: problems.map(({ code, path, place, what, fix }) => ({ code, path, place, what, fix })),
    ...(others !== undefined && { otherStacks: others }),
  });
}
