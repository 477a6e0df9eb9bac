// Which distributions have a host's name: CloudFront is queried with the AWS credentials of the environment.
import type { HostPlan } from '../../../infra/plan/types.ts';
import type { DeployedHost } from '../deployed-hosts.ts';

/** A distribution, or a tenant of one, that has the name or a wildcard over it. */
interface AliasHolder {
  readonly domain: string;
  readonly resource: string;
  /** 12 digits; CloudFront hides part of an account that is not the own one. */
  readonly account: string;
}

export type AliasConflicts =
  /** The name needs no distribution, or the stack's own has it. */
  | { readonly kind: 'none' }
  | { readonly kind: 'taken'; readonly distribution?: string; readonly by: readonly AliasHolder[] }
  | { readonly kind: 'unknown'; readonly why: string };

const TIMEOUT_MS = 20_000;

/**
 * `isLocal`: the local cloud is not queried, as the outputs of the deployment have the answer. `serves`: the new place answers for
 * the host, so that no other distribution has its name.
 */
export async function aliasConflicts(
  plan: HostPlan,
  deployed: DeployedHost | undefined,
  { isLocal, serves }: { readonly isLocal: boolean; readonly serves: boolean },
): Promise<AliasConflicts> {
  if (plan.target !== 'distribution' || deployed?.target === undefined) return { kind: 'none' };
  if (isLocal) return deployed.waiting?.aliasWaits ? { kind: 'taken', by: [] } : { kind: 'none' };
  if (serves) return { kind: 'none' };
  try {
    return await askCloudFront(plan.host, deployed.target);
  } catch (error) {
    return { kind: 'unknown', why: (error as Error).message };
  }
}

/**
 * CloudFront API reference, ListDomainConflicts (2025): it needs a distribution of the own account whose certificate
 * covers the name, so it can be asked once the stack has deployed the host's. AWS_ENDPOINT_URL_CLOUDFRONT is respected.
 */
async function askCloudFront(Domain: string, target: string): Promise<AliasConflicts> {
  // Imported here, so that every other command starts without it.
  const aws = await import('@aws-sdk/client-cloudfront');
  const client = new aws.CloudFrontClient({ region: 'us-east-1', maxAttempts: 2 });
  const limited = { abortSignal: AbortSignal.timeout(TIMEOUT_MS) };
  let DistributionId: string | undefined;
  for await (const { DistributionList } of aws.paginateListDistributions({ client }, {}, limited))
    DistributionId ??= DistributionList?.Items?.find(({ DomainName }) => DomainName === target)?.Id;
  if (DistributionId === undefined)
    return { kind: 'unknown', why: `the account of these credentials has no distribution ${target}` };
  const by: AliasHolder[] = [];
  const wanted = { Domain, DomainControlValidationResource: { DistributionId } };
  for await (const { DomainConflicts = [] } of aws.paginateListDomainConflicts({ client }, wanted, limited))
    for (const { Domain: domain = '', ResourceId: resource = '', AccountId: account = '' } of DomainConflicts)
      if (resource !== DistributionId) by.push({ domain, resource, account });
  return by.length === 0 ? { kind: 'none' } : { kind: 'taken', distribution: DistributionId, by };
}
