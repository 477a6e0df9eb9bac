// How near the hosts of a stack come to the quotas of its account and its zones.
import { quotaFindings } from '@petstore/custom-domains/quotas';
import type { StackPlan } from './types.ts';

/** By host. `deployed`: those that have what they use already. */
export function forecast({ hosts, settings }: StackPlan, deployed: ReadonlySet<string>) {
  return quotaFindings(hosts, { deployed, raised: settings.quotas, setting: 'petstore:quotas' });
}
