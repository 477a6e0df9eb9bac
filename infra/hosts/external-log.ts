// What a run says of each external host: what its owner does next.
import { RECORD_TTL } from '@petstore/custom-domains/names';
import {
  type CheckedHost,
  type Expected,
  type Finding,
  ONCE_KNOWN,
  type RecordChange,
  recordsAt,
} from '@petstore/custom-domains/preflight';
import { targetOf } from '../plan/plan-host.ts';
import type { HostPlan } from '../plan/types.ts';
import { nextSteps } from './external-host.ts';
import type { HostOutput } from './host-output.ts';
import type { PreflightLog } from './preflight-log.ts';

interface NextOptions {
  /** Of a host that is deployed. */
  readonly own: Expected | undefined;
  /** The host in the outputs of the last deployment that reached its end. */
  readonly before: HostOutput | undefined;
  readonly stack: string;
  readonly log: PreflightLog;
}

/**
 * The record that leads to what a host was attached to before this run, which attaches it to the other kind of target: its new
 * record is known after it. DNS shows the addresses of an ALIAS, and not its own line.
 */
function leavingRecord(
  { host, target, apex, ttl = RECORD_TTL }: HostPlan,
  { views }: CheckedHost<HostPlan>['observation'],
  { before, value }: { readonly before: HostOutput | undefined; readonly value: string | undefined },
): RecordChange | undefined {
  if (before === undefined || targetOf(before) === target || value === undefined) return undefined;
  const records = views.flatMap(({ answers }) =>
    Object.values(answers).flatMap((one) => recordsAt(one, host)),
  );
  const own = records.find((one) => one.type === 'CNAME' && one.value === value);
  if (own !== undefined) return { action: 'remove', ...own };
  // What else leads elsewhere is in the findings.
  return apex ? { action: 'remove', name: host, type: 'ALIAS', value, ttl } : undefined;
}

/**
 * The findings as they hold after this run. A run that creates the distribution of a new external host tells its owner at once what
 * to set, where the preflight before it says to wait for that.
 */
export function ownersFindings(
  { plan, findings }: Pick<CheckedHost<HostPlan>, 'plan' | 'findings'>,
  own: Expected | undefined,
): readonly Finding[] {
  const isKnownNow = plan.zone.provider === 'external' && plan.target === 'distribution' && own === undefined;
  if (!isKnownNow) return findings;
  return findings.map((one) => ({ ...one, fix: one.fix.replace(ONCE_KNOWN, '') }));
}

/** After this run: a host that is new has its certificate requested, and one that is verified is attached. */
export function logNext(
  { plan, findings, observation }: CheckedHost<HostPlan>,
  { own, before, stack, log }: NextOptions,
): void {
  if (plan.zone.provider !== 'external') return;
  const leaving = leavingRecord(plan, observation, { before, value: own?.target });
  const certificate = plan.zone.verified ? 'ISSUED' : 'PENDING_VALIDATION';
  const steps = nextSteps(
    {
      ...{ plan, findings, certificate, isNew: own === undefined },
      ...(leaving === undefined ? { target: own?.target } : { target: undefined, leaving }),
    },
    { stack, internetFile: log.internetFile },
  );
  const text = steps.map(({ when, command }) => `  ${when}: ${command}`).join('\n');
  if (text !== '') log.waits(plan.host, text, 'owner');
}
