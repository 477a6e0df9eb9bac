// `domains doctor`, the quotas: what the account was granted of what the hosts of the stack use up.
import { type Found, ok, unknown, wrong } from '@petstore/custom-domains/dns-hosts';
import { command } from '@petstore/custom-domains/output';
import { increaseOf, quotaUses } from '@petstore/custom-domains/quotas';
import { type Access, limited } from '../../../infra/hosts/zone-apis.ts';
import type { StackPlan } from '../../../infra/plan/types.ts';
import type { Result } from './account.ts';

/** What Lambda leaves for functions that reserve none (developer guide, "Configuring reserved concurrency"). */
const UNRESERVED = 100;

/** A new account has 10 in place of 1,000, and none to reserve (developer guide, "Lambda quotas"). */
async function executions(
  { region, settings }: StackPlan,
  access: Access,
  stop: AbortSignal,
): Promise<Found> {
  const raise = command`aws service-quotas request-service-quota-increase --region ${region} --service-code lambda --quota-code L-B99A9384 --desired-value 1000`;
  const { Lambda } = await import('@aws-sdk/client-lambda');
  const { AccountLimit } = await new Lambda(access).getAccountSettings({}, limited(stop));
  const { ConcurrentExecutions: limit } = AccountLimit ?? {};
  if (limit === undefined) return unknown('the response has no limit');
  const { reservedConcurrency: reserved = 0 } = settings.function;
  if (limit <= UNRESERVED)
    return wrong(
      `${limit} at once, as in a new account, which CloudFront may refuse too until AWS Support has verified it`,
      `${raise}; and open a case at AWS Support, which can take days`,
    );
  if (reserved <= limit - UNRESERVED) return ok(`${limit} at once`);
  return wrong(
    `petstore:function.reservedConcurrency is ${reserved}, and Lambda leaves ${UNRESERVED} of ${limit} unreserved`,
    `reserve at most ${limit - UNRESERVED}, or raise the limit: ${raise}`,
  );
}

/** Those that Service Quotas knows, each in its region. What other stacks use of them is not counted. */
export async function quotaResults(
  plan: StackPlan,
  access: () => Access,
  stop: AbortSignal,
): Promise<Result[]> {
  const { hosts, settings, region } = plan;
  const fix = 'use credentials with the right to lambda:GetAccountSettings';
  const found = await executions(plan, access(), stop).catch(({ message }: Error) => unknown(message, fix));
  const lambda = { check: `executions of Lambda in ${region}`, ...found };
  const known = quotaUses(hosts).filter(({ quota }) => quota.service !== undefined);
  const others = known.map(async ({ quota, host, amount }): Promise<Result> => {
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
  });
  return [lambda, ...(await Promise.all(others))];
}
