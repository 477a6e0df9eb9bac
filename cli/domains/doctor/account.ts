// `domains doctor`, the account: whose the credentials are, whether they may do what a deployment of the stack does, and what the account
// was granted of what its hosts use up.
import type { EvaluationResult } from '@aws-sdk/client-iam';
import { type Found, ok, unknown, wrong } from '@petstore/custom-domains/dns-hosts';
import { command } from '@petstore/custom-domains/output';
import { increaseOf, quotaUses } from '@petstore/custom-domains/quotas';
import { type Access, limited } from '../../../infra/hosts/zone-apis.ts';
import type { StackPlan } from '../../../infra/plan/types.ts';
import { EDGE_REGION } from '../../../infra/rights/monitoring.ts';
import { PROJECT } from '../../stack-names.ts';

export interface Result extends Found {
  /** What was looked at: `Node`, `zone petstore.dev`. */
  readonly check: string;
}

/** Who asks AWS about a stack. `access` throws where no credentials of the machine are those of the deployment. */
export interface Asking {
  readonly plan: StackPlan;
  readonly access: () => Access;
  readonly stop: AbortSignal;
}

/** Of a look that failed: wrong where a service refused or nobody has signed in, unknown where none responded. */
export function failed(error: unknown, fix: string): Found {
  const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  const { httpStatusCode = 500 } = $metadata ?? {};
  // Throttling has a status of 400 in some services, and 429 in others.
  const isLater = httpStatusCode >= 500 || /Throttl|TooManyRequests|LimitExceeded/.test(name);
  const isRefused = !isLater || name === 'CredentialsProviderError';
  return isRefused ? wrong(message, fix) : unknown(message, fix);
}

const unread =
  (fix: string) =>
  ({ message }: Error): Found =>
    unknown(message, fix);

/** The first line is whose the credentials are: the quotas of another account are not asked for. */
export async function accountResults(asking: Asking): Promise<Result[]> {
  const { region, settings } = asking.plan;
  const allowed = settings.allowedAccountIds;
  const { AWS_PROFILE: profile } = process.env;
  const fix = `set AWS_PROFILE${profile ? ` (it is ${profile})` : ''}, or other credentials of ${allowed?.join(' or ') ?? 'the account'}; some regions, as ${region} may be, have to be enabled in the account`;
  const places = [...new Set([region, EDGE_REGION])];
  let rights: readonly Found[] = places.map(() => unknown('not looked at'));
  const account = async (): Promise<Found> => {
    const { STS } = await import('@aws-sdk/client-sts');
    const identity = await new STS(asking.access()).getCallerIdentity({}, limited(asking.stop));
    const { Account: id = '', Arn: arn = '' } = identity;
    rights = await rightsOf(asking, arn, places).catch((error) => places.map(() => unread(RIGHTS)(error)));
    const found = `${id}, as ${arn} in ${region}`;
    if (allowed?.includes(id) ?? true) return ok(found);
    return wrong(`${found}, is not in aws:allowedAccountIds`, fix);
  };
  const found = await account().catch((error) => failed(error, fix));
  return [
    { check: 'AWS account', ...found },
    ...rights.map((one, index) => ({ check: `rights${index === 0 ? '' : ` in ${places[index]}`}`, ...one })),
    ...(found.state === 'ok' ? await quotaResults(asking) : []),
  ];
}

const RIGHTS =
  'examples/bootstrap has the policy of a role that deploys; pulumi up names a right that it lacks';

/** What is in us-east-1, and services whose requests are there from everywhere (IAM user guide, `aws:RequestedRegion`). */
const AT_EDGE = /us-east-1|"(cloudfront|iam|route53):/;

const ALLOW =
  "the organization denies it: have its policies allow the region; every stack has alarms in us-east-1, where CloudFront's certificates and metrics are";

/** IAM simulates the actions of the deploying role of examples/bootstrap for every resource: a policy for single ones is as none. Of the
 * second of `places`, which is not the region of the stack, only what the stack does there is asked. */
async function rightsOf({ plan, access, stop }: Asking, arn: string, places: readonly string[]) {
  const { stack, region } = plan;
  const [, , , , account = ''] = arn.split(':');
  const { deployStatements } = await import('../../../infra/rights/policy.ts');
  const { GetRoleCommand, IAMClient, paginateSimulatePrincipalPolicy } = await import('@aws-sdk/client-iam');
  const environment = { stack, zones: { Z0: ['*'] }, zoneRoles: [] };
  const statements = deployStatements({ account, region, project: PROJECT }, environment);
  const client = new IAMClient(access());
  // The ARN of a session lacks the path of its role.
  const RoleName = /:assumed-role\/([^/]+)\//.exec(arn)?.[1];
  const { Role } = RoleName ? await client.send(new GetRoleCommand({ RoleName }), limited(stop)) : {};
  const simulate = async (place: string): Promise<Found> => {
    const there = statements.filter((one) => place === region || AT_EDGE.test(JSON.stringify(one)));
    const ActionNames = [...new Set(there.flatMap(({ Action }) => Action))];
    const inRegion = { ContextKeyName: 'aws:RequestedRegion', ContextKeyValues: [place] };
    const ContextEntries = [{ ...inRegion, ContextKeyType: 'string' } as const];
    const input = { PolicySourceArn: Role?.Arn ?? arn, ActionNames, ContextEntries };
    const denied: EvaluationResult[] = [];
    const pages = paginateSimulatePrincipalPolicy({ client }, input, limited(stop));
    for await (const { EvaluationResults = [] } of pages)
      denied.push(...EvaluationResults.filter(({ EvalDecision }) => EvalDecision !== 'allowed'));
    if (denied.length === 0) return ok(`all ${ActionNames.length} actions of a deployment are allowed`);
    const names = denied.map(({ EvalActionName }) => EvalActionName);
    const some = [...names.slice(0, 3), ...(names.length > 3 ? [`${names.length - 3} more`] : [])].join(', ');
    const isOfOrganization = denied.some(
      ({ OrganizationsDecisionDetail: detail }) => detail?.AllowedByOrganizations === false,
    );
    if (isOfOrganization) return wrong(`denied in ${place}: ${some}`, ALLOW);
    return unknown(`not allowed for every resource: ${some}`, RIGHTS);
  };
  return Promise.all(places.map(simulate));
}

/** What Lambda leaves for functions that reserve none (developer guide, "Configuring reserved concurrency"). */
const UNRESERVED = 100;

/** A new account has 10 in place of 1,000, and none to reserve (developer guide, "Lambda quotas"). */
async function executions({ plan: { region, settings }, access, stop }: Asking): Promise<Found> {
  const raise = command`aws service-quotas request-service-quota-increase --region ${region} --service-code lambda --quota-code L-B99A9384 --desired-value 1000`;
  const { Lambda } = await import('@aws-sdk/client-lambda');
  const { AccountLimit } = await new Lambda(access()).getAccountSettings({}, limited(stop));
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

type QuotaUse = ReturnType<typeof quotaUses>[number];

/** Those that Service Quotas knows, each in its region. What other stacks use of them is not counted. */
async function quotaResults(asking: Asking): Promise<Result[]> {
  const { hosts, region } = asking.plan;
  const known = quotaUses(hosts).filter(({ quota }) => quota.service !== undefined);
  const ofLambda = 'use credentials with the right to lambda:GetAccountSettings';
  const looks = [
    { check: `executions of Lambda in ${region}`, found: executions(asking), fix: ofLambda },
    ...known.map((use) => ({
      check: `quota of ${use.quota.what}${use.quota.scope(use.host)}`,
      found: quotaOf(use, asking),
      fix: `look it up in the console of Service Quotas, as ${use.quota.id}`,
    })),
  ];
  return Promise.all(
    looks.map(async ({ check, found, fix }) => ({ check, ...(await found.catch(unread(fix))) })),
  );
}

async function quotaOf({ quota, host, amount }: QuotaUse, { plan, access, stop }: Asking): Promise<Found> {
  const { id: QuotaCode, service: ServiceCode } = quota;
  const setting = plan.settings.quotas[QuotaCode];
  const { ServiceQuotas } = await import('@aws-sdk/client-service-quotas');
  const client = new ServiceQuotas({ ...access(), region: host.certificateRegion });
  const request = { ServiceCode, QuotaCode };
  // Of one that was never raised there is the default alone (terraform-provider-aws, internal/service/servicequotas).
  const { Quota } = await client.getServiceQuota(request, limited(stop)).catch((error: Error) => {
    if (error.name !== 'NoSuchResourceException') throw error;
    return client.getAWSDefaultServiceQuota(request, limited(stop));
  });
  if (Quota?.Value === undefined) return unknown('the response has no value');
  const wanted = Math.max(amount, setting ?? 0);
  const found = `${amount} of ${Quota.Value}`;
  if (wanted <= Quota.Value) return ok(found);
  const told = setting === undefined ? found : `${found}, and petstore:quotas has ${setting}`;
  return wrong(told, increaseOf(quota, host, wanted));
}
