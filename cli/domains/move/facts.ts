// What is known of a move beside what every command reads: whether the new place answers, and who has the name.
import type { NewHost } from '../../../infra/config/edit/edit.ts';
import { stacksOfHosts } from '../../../infra/config/other-stacks.ts';
import type { Deployed, DeployedHost } from '../../../infra/hosts/host-output.ts';
import { declareMoving } from '../../../infra/hosts/next-steps.ts';
import type { AliasConflicts, AliasHolder, HostReading } from '../../../infra/hosts/reading.ts';
import type { HostPlan, StackPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import { type Context, readingWords } from '../context.ts';
import { proposeEdit } from '../edit-stack.ts';
import { readHosts } from '../hosts.ts';
import { requireOutputs } from '../outputs.ts';
import { faultOf, probeOf } from '../status/probe.ts';

/** The stack as the file would have it, with the host and its entry; nothing is written. */
export function plannedStack(context: Context, added: NewHost): StackPlan {
  return proposeEdit(context, (file) => declareMoving(file, added.host, added)).plan;
}

/** `declaring`: of a host that the stack does not declare yet; `stack` is that of the file with it. */
export async function readMove(
  context: Context,
  plan: HostPlan,
  stack: StackPlan,
  declaring: NewHost | undefined,
): Promise<HostReading> {
  const { outputs, outputsUnread } = await readDeployed(context, declaring);
  const deployed = outputs?.get(plan.host);
  const reader = context.newReader();
  // Its old place is no conflict, whether the file lists it or not.
  const moving = { ...plan, moving: plan.moving ?? {} };
  const [read] = await readHosts([moving], stack, outputs, context, { reader });
  if (read === undefined) throw new Error(`${plan.host} was not read`);
  const { reading } = read;
  const isUnasked = context.local !== undefined;
  const place = isUnasked ? undefined : deployed?.target;
  const { signal } = context.io;
  const fault = place && faultOf(plan, await probeOf(plan, deployed, { reader, signal }, place));
  const { judgement } = reading;
  return {
    ...reading,
    judgement: { ...judgement, facts: { ...judgement.facts, plan } },
    outputsUnread,
    move: {
      ...{ declaring, isUnasked, fault, given: readingWords(context) },
      otherStack: stacksOfHosts(context.folder, context.stack).get(plan.host),
      aliases: await aliasConflicts(plan, deployed, isUnasked, fault),
    },
  };
}

/** That the outputs could not be read is a fact too, which the plan shows. What is not declared is not deployed. */
async function readDeployed(
  context: Context,
  declaring: NewHost | undefined,
): Promise<{ readonly outputs?: Deployed; readonly outputsUnread?: string }> {
  if (declaring !== undefined) return {};
  try {
    return { outputs: await requireOutputs(context, context.io.signal) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { outputsUnread: error.message.replaceAll(/\.?\n\s*/g, ': ') };
  }
}

const TIMEOUT_MS = 20_000;

/**
 * `isLocal`: the local cloud is not queried, as the outputs of the deployment have the answer. Where the new place answers for the
 * host, no other distribution has its name.
 */
async function aliasConflicts(
  plan: HostPlan,
  deployed: DeployedHost | undefined,
  isLocal: boolean,
  fault: string | undefined,
): Promise<AliasConflicts> {
  if (plan.target !== 'distribution' || deployed?.target === undefined) return { kind: 'none' };
  if (isLocal) return deployed.waiting?.aliasWaits ? { kind: 'taken', by: [] } : { kind: 'none' };
  if (fault === undefined) return { kind: 'none' };
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
