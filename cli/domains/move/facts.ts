// What is known of a move: the stack's file, its outputs, live DNS, the answer of the new place, and CloudFront's.
import { type CheckedHost, check } from '@petstore/custom-domains/preflight';
import { addHost, type EditResult, listHost, type NewHost } from '../../../infra/config/edit/edit.ts';
import { type NamedRecord, PLACE_TYPES } from '../../../infra/config/host-entry.ts';
import { stacksOfHosts } from '../../../infra/config/other-stacks.ts';
import type { StackText } from '../../../infra/config/stack-file.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import { type Context, readingWords, stepOptions } from '../context.ts';
import { type DeployedHost, expectedOf, requireOutputs } from '../deployed-hosts.ts';
import { proposeEdit } from '../edit-stack.ts';
import { judged } from '../host-report.ts';
import { declaredHost } from '../stack.ts';
import { faultOf, probeOf } from '../status/host-status.ts';

export type MoveFacts = Awaited<ReturnType<typeof readFacts>>;

/** `declaring`: of a host that the stack does not declare yet; its plan is that of the file with it. `outputsUnread`: why, of its outputs. */
export async function readFacts(context: Context, plan: HostPlan, declaring: NewHost | undefined) {
  const outputs = await readDeployed(context, plan.host, declaring);
  const { deployed } = outputs;
  const own = expectedOf(deployed, context.io.now());
  const expected = new Map(own === undefined ? [] : [[plan.host, own]]);
  const reader = context.newReader();
  const [checked] = await check([plan], reader, { expected });
  if (checked === undefined) throw new Error(`${plan.host} was not checked`);
  const old = oldRecords(checked);
  const moving = { ...checked, plan: { ...plan, moving: plan.moving ?? {} } };
  const isConfigured = checked.findings.some(({ code }) => code === 'already-configured');
  const { validation = [] } = checked.observation.expected ?? {};
  const isUnasked = context.local !== undefined;
  const place = isUnasked ? undefined : deployed?.target;
  const { signal } = context.io;
  const fault = place && faultOf(plan, await probeOf(plan, deployed, { reader, signal }, place));
  return {
    ...outputs,
    ...stepOptions(context),
    plan,
    /** The words of the options with which this move was read, for a command that is run at once. */
    given: readingWords(context),
    /** That declares it too: no stack can add it then, but by its move. */
    otherStack: stacksOfHosts(context.folder, context.stack).get(plan.host),
    /** How it will be declared; absent where it is. */
    declaring,
    /** The records at the host that lead elsewhere, as DNS has them. */
    old,
    /** The local cloud answers only for a name that leads to it, so that its new place cannot be asked before. */
    isUnasked,
    /** Why the new place does not answer for the host; absent where it does, and where there is none to ask. */
    fault,
    aliases: await aliasConflicts(plan, deployed, isUnasked, fault),
    /** Each server of the zone has the validation record. */
    isValidationSet:
      validation.length > 0 &&
      validation.every(
        ({ answer }) =>
          answer.kind === 'found' && answer.records.some(({ value }) => value === own?.validation?.value),
      ),
    /** DNS leads to the stack's target, and nowhere else. */
    isRouted: isConfigured && old.length === 0,
    /** Without the records of the old place. */
    findings: judged(moving, undefined, stepOptions(context)).findings,
  };
}

/** The plan of the host as the file would have it, with the host and its entry; nothing is written. */
export function plannedHost(context: Context, added: NewHost): HostPlan {
  const { plan } = proposeEdit(context, (file) => declareMoving(file, added.host, added));
  return declaredHost(plan, added.host);
}

/** That the outputs could not be read is a fact too, which the plan shows. What is not declared is not deployed. */
async function readDeployed(
  context: Context,
  host: string,
  declaring: NewHost | undefined,
): Promise<{ readonly deployed?: DeployedHost; readonly outputsUnread?: string }> {
  if (declaring !== undefined) return {};
  try {
    return { deployed: (await requireOutputs(context, context.io.signal)).get(host) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { outputsUnread: error.message.replaceAll(/\.?\n\s*/g, ': ') };
  }
}

/** Records that the rules on conflicts would have removed; none where no record leads anywhere, as with a TXT or a CAA alone. */
function oldRecords({ findings }: CheckedHost<HostPlan>): (NamedRecord & { readonly ttl: number })[] {
  const codes = ['conflicting-record', 'cname-elsewhere', 'stale-https-record'];
  const records = findings.filter(({ code }) => codes.includes(code)).flatMap((one) => one.records);
  const old = records.filter(({ action }) => action === 'remove');
  if (!old.some(({ type }) => PLACE_TYPES.includes(type))) return [];
  return old.map(({ type, value, ttl }) => ({ type, value, ttl }));
}

/** The host, where `added` has it, and its entry in petstore:moving. */
export function declareMoving(file: StackText, host: string, added: NewHost | undefined): EditResult {
  const declared = added === undefined ? { text: file.text } : addHost(file, added);
  return 'problems' in declared
    ? declared
    : listHost({ ...file, text: declared.text }, 'petstore:moving', host);
}

/** A distribution, or a tenant of one, that has the name or a wildcard over it. */
interface AliasHolder {
  readonly domain: string;
  readonly resource: string;
  /** 12 digits; CloudFront hides part of an account that is not the own one. */
  readonly account: string;
}

type AliasConflicts =
  /** The name needs no distribution, or the stack's own has it. */
  | { readonly kind: 'none' }
  | { readonly kind: 'taken'; readonly distribution?: string; readonly by: readonly AliasHolder[] }
  | { readonly kind: 'unknown'; readonly why: string };

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
