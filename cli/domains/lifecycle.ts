// Where a host is in its life, from what DNS shows and what the stack's outputs say; never from config alone.
import type { CheckedHost } from '@petstore/custom-domains/preflight';
import type { DeployedHost } from './deployed-hosts.ts';

export type HostState =
  | 'declared'
  | 'awaiting-dns'
  | 'verified'
  | 'issuing'
  | 'live'
  | 'blocked'
  | 'removing';

/** `deployed` undefined: not deployed, or not known. `live` is what DNS can show of it; status asks the host too. */
export function stateOf({ plan, findings }: CheckedHost, deployed: DeployedHost | undefined): HostState {
  if (findings.some(({ severity }) => severity === 'blocked')) return 'blocked';
  if (deployed === undefined || deployed.certificate === 'FAILED') return 'declared';
  const lacksValidation = findings.some(
    ({ code, records }) => code === 'record-missing' && records.some(({ name }) => name !== plan.host),
  );
  if (lacksValidation) return 'awaiting-dns';
  if (deployed.certificate !== 'ISSUED') return 'issuing';
  if (findings.some(({ code }) => code === 'already-configured')) {
    return plan.zone.provider === 'external' && !plan.zone.verified ? 'awaiting-dns' : 'live';
  }
  return plan.zone.provider === 'external' && plan.zone.verified ? 'verified' : 'awaiting-dns';
}
