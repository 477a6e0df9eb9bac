// Which distributions have a host's name: CloudFront is queried with the AWS credentials of the environment.
import type { CloudFrontClient, DistributionSummary, DomainConflict } from '@aws-sdk/client-cloudfront';
import type { HostPlan } from '../../../infra/plan/types.ts';
import type { DeployedHost } from '../deployed-hosts.ts';

/** A distribution, or a tenant of one, that has the name or a wildcard over it. */
export interface AliasHolder {
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

interface Asked {
  readonly plan: HostPlan;
  readonly deployed: DeployedHost | undefined;
  /** The local cloud is not queried: the outputs of the deployment have the answer. */
  readonly isLocal: boolean;
  /** The new place answers for the host: no other distribution has its name. */
  readonly serves: boolean;
}

const TIMEOUT_MS = 20_000;

/**
 * CloudFront API reference, ListDomainConflicts (2025): it needs a distribution of the own account whose certificate
 * covers the name, so it can be asked once the stack has deployed the host's. AWS_ENDPOINT_URL_CLOUDFRONT is respected.
 */
export async function aliasConflicts({ plan, deployed, isLocal, serves }: Asked): Promise<AliasConflicts> {
  if (plan.target !== 'distribution' || deployed?.target === undefined) return { kind: 'none' };
  if (isLocal) return deployed.waiting?.aliasWaits ? { kind: 'taken', by: [] } : { kind: 'none' };
  if (serves) return { kind: 'none' };
  try {
    // Imported here, so that every other command starts without it.
    const { CloudFrontClient } = await import('@aws-sdk/client-cloudfront');
    const client = new CloudFrontClient({ region: 'us-east-1', maxAttempts: 2 });
    return await ask(client, plan.host, deployed.target);
  } catch (error) {
    return { kind: 'unknown', why: (error as Error).message };
  }
}

async function ask(client: CloudFrontClient, host: string, target: string): Promise<AliasConflicts> {
  const distribution = (await distributionOf(client, target))?.Id;
  if (distribution === undefined) {
    return { kind: 'unknown', why: `the account of these credentials has no distribution ${target}` };
  }
  const conflicts = await conflictsOf(client, host, distribution);
  const by = conflicts.map(({ Domain = '', ResourceId = '', AccountId = '' }) => ({
    domain: Domain,
    resource: ResourceId,
    account: AccountId,
  }));
  const others = by.filter(({ resource }) => resource !== distribution);
  return others.length === 0 ? { kind: 'none' } : { kind: 'taken', distribution, by: others };
}

async function distributionOf(
  client: CloudFrontClient,
  domainName: string,
): Promise<DistributionSummary | undefined> {
  const { paginateListDistributions } = await import('@aws-sdk/client-cloudfront');
  for await (const { DistributionList } of paginateListDistributions({ client }, {}, limited())) {
    const found = DistributionList?.Items?.find((one) => one.DomainName === domainName);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function conflictsOf(
  client: CloudFrontClient,
  Domain: string,
  DistributionId: string,
): Promise<DomainConflict[]> {
  const { paginateListDomainConflicts } = await import('@aws-sdk/client-cloudfront');
  const wanted = { Domain, DomainControlValidationResource: { DistributionId } };
  const all: DomainConflict[] = [];
  for await (const { DomainConflicts = [] } of paginateListDomainConflicts({ client }, wanted, limited())) {
    all.push(...DomainConflicts);
  }
  return all;
}

const limited = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
