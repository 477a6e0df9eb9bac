// The state of a host, from DNS and the stack's outputs; never from config alone.
import { type CheckedHost, isBlocked } from '@petstore/custom-domains/preflight';
import type { DeployedHost } from './deployed-hosts.ts';

export type HostState =
  | 'declared'
  | 'awaiting-dns'
  | 'verified'
  | 'issuing'
  | 'live'
  | 'blocked'
  | 'removing';

/** `deployed` undefined: not deployed, or not known. `live` here means that DNS is complete; `status` also connects to the host. */
export function stateOf({ plan, findings }: CheckedHost, deployed: DeployedHost | undefined): HostState {
  if (isBlocked(findings)) return 'blocked';
  if (deployed === undefined || deployed.certificate === 'FAILED') return 'declared';
  // Until it is verified, the stack neither waits for its certificate nor attaches it.
  if (plan.zone.provider === 'external' && !plan.zone.verified) return 'awaiting-dns';
  const lacksValidation = findings.some(
    ({ code, records }) => code === 'record-missing' && records.some(({ name }) => name !== plan.host),
  );
  if (lacksValidation) return 'awaiting-dns';
  if (deployed.certificate !== 'ISSUED') return 'issuing';
  if (findings.some(({ code }) => code === 'already-configured')) return 'live';
  return plan.zone.provider === 'external' ? 'verified' : 'awaiting-dns';
}
