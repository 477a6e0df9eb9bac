// `domains doctor`, the quotas: what the account was granted of what the hosts of the stack use up.
import { ok, unknown, wrong } from '@petstore/custom-domains/dns-hosts';
import { increaseOf, quotaUses } from '@petstore/custom-domains/quotas';
import type { StackPlan } from '../../../infra/plan/types.ts';
import { type Access, limited, type Result } from './account.ts';

/** Those that Service Quotas knows, each in its region. What other stacks use of them is not counted. */
export function quotaResults(
  { hosts, settings }: StackPlan,
  access: () => Access,
  stop: AbortSignal,
): Promise<Result[]> {
  const known = quotaUses(hosts).filter(({ quota }) => quota.service !== undefined);
  return Promise.all(
    known.map(async ({ quota, host, amount }): Promise<Result> => {
      const { id: QuotaCode, service: ServiceCode, what } = quota;
      const check = `quota of ${what}${quota.scope(host)}`;
      const setting = settings.quotas[QuotaCode];
      const fix = `look it up in the console of Service Quotas, as ${QuotaCode}`;
      try {
        const { ServiceQuotas } = await import('@aws-sdk/client-service-quotas');
        const client = new ServiceQuotas({ ...access(), region: host.certificateRegion });
        const request = { ServiceCode, QuotaCode };
        // Of one that was never raised there is the default alone (terraform-provider-aws, internal/service/servicequotas).
        const { Quota } = await client.getServiceQuota(request, limited(stop)).catch((error: Error) => {
          if (error.name !== 'NoSuchResourceException') throw error;
          return client.getAWSDefaultServiceQuota(request, limited(stop));
        });
        if (Quota?.Value === undefined) throw new Error('the response has no value');
        const wanted = Math.max(amount, setting ?? 0);
        const found = `${amount} of ${Quota.Value}`;
        if (wanted <= Quota.Value) return { check, ...ok(found) };
        const told = setting === undefined ? found : `${found}, and petstore:quotas has ${setting}`;
        return { check, ...wrong(told, increaseOf(quota, host, wanted)) };
      } catch (error) {
        return { check, ...unknown((error as Error).message, fix) };
      }
    }),
  );
}
