// What a run knows before it declares anything: the hosts that it declares, and what earlier runs left of them.
import {
  type CertificateRequest,
  certificateRequests,
  readStackState,
  type StackState,
} from '@petstore/custom-domains/many-hosts';
import { createReader } from '@petstore/custom-domains/preflight';
import { ProblemsError } from '../config/problem.ts';
import { unconfirmedRemovals } from '../plan/removals.ts';
import type { StackPlan } from '../plan/types.ts';
import { type Admission, type AdmissionOptions, admitHosts } from './admission.ts';
import { deployedHosts, externalRemovals } from './deployed-hosts.ts';
import { certificateName, hostSlots, requestsOf, type Slots } from './kept-attachments.ts';

export interface DecidedHosts extends Omit<Admission, 'hosts'> {
  /** The declared plan, with the hosts of this run. */
  readonly plan: StackPlan;
  /** What became of the certificates in the state, by host. */
  readonly requests: ReadonlyMap<string, CertificateRequest>;
  readonly slots: Slots;
  readonly state: StackState;
}

/**
 * Reads the stack's own state and live DNS. `now`: milliseconds since 1970. Throws ProblemsError where a removal is not
 * confirmed, and PreflightError where `petstore:preflight` is strict and a host is blocked.
 */
export async function decideHosts(
  declared: StackPlan,
  options: Omit<AdmissionOptions, 'requests' | 'now'>,
  now: number,
): Promise<DecidedHosts> {
  const { log, dns } = options;
  const state = await readStackState();
  if (declared.production) assertRemovalsConfirmed(declared, deployedHosts(state));
  const reader = declared.settings.preflight === 'off' ? undefined : createReader(dns);
  const removals = await externalRemovals(state, declared, { internetFile: log.internetFile, reader });
  for (const { host, text } of removals) log.waits(host, text, 'owner');
  const names = declared.hosts.map(({ host }) => host);
  const declaredSlots = hostSlots(declared, state, now);
  const requested = await certificateRequests(names, state, log.warn, undefined, (host) =>
    certificateName(declaredSlots, host),
  );
  const { hosts, ...admitted } = await admitHosts(declared, state, { ...options, requests: requested, now });
  const plan = { ...declared, hosts };
  const slots = hostSlots(plan, state, now);
  return { ...admitted, plan, requests: requestsOf(requested, declaredSlots, slots), slots, state };
}

function assertRemovalsConfirmed(plan: StackPlan, previous: readonly string[]): void {
  const problems = unconfirmedRemovals(previous, plan);
  if (problems.length > 0) throw new ProblemsError(`Pulumi.${plan.stack}.yaml`, problems);
}
