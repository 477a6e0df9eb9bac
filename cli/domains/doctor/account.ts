// `domains doctor`, the account: whose the credentials are, and whether they may do what a deployment of the stack does.
import type { EvaluationResult } from '@aws-sdk/client-iam';
import { type Found, ok, unknown, wrong } from '@petstore/custom-domains/dns-hosts';
import { type Access, limited } from '../../../infra/hosts/zone-apis.ts';
import type { StackPlan } from '../../../infra/plan/types.ts';
import { EDGE_REGION } from '../../../infra/rights/monitoring.ts';
import { PROJECT } from '../../stack-names.ts';

/** One line of the report. */
export interface Result extends Found {
  /** What was looked at: `Node`, `zone petstore.dev`. */
  readonly check: string;
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

/** `access` throws where no credentials of the machine are those of the deployment. */
export async function accountResults(
  plan: StackPlan,
  access: () => Access,
  stop: AbortSignal,
): Promise<Result[]> {
  const { region, settings } = plan;
  const allowed = settings.allowedAccountIds;
  const { AWS_PROFILE: profile } = process.env;
  const fix = `set AWS_PROFILE${profile ? ` (it is ${profile})` : ''}, or other credentials of ${allowed?.join(' or ') ?? 'the account'}; some regions, as ${region} may be, have to be enabled in the account`;
  const places = [...new Set([region, EDGE_REGION])];
  let rights: readonly Found[] = places.map(() => unknown('not looked at'));
  const account = async (): Promise<Found> => {
    const { STS } = await import('@aws-sdk/client-sts');
    const { Account: id = '', Arn: arn = '' } = await new STS(access()).getCallerIdentity({}, limited(stop));
    rights = await rightsOf(plan, arn, access(), places, stop).catch(({ message }: Error) =>
      places.map(() => unknown(message, RIGHTS)),
    );
    const found = `${id}, as ${arn} in ${region}`;
    return (allowed?.includes(id) ?? true)
      ? ok(found)
      : wrong(`${found}, is not in aws:allowedAccountIds`, fix);
  };
  const found = await account().catch((error) => failed(error, fix));
  return [
    { check: 'AWS account', ...found },
    ...rights.map((one, index) => ({ check: `rights${index === 0 ? '' : ` in ${places[index]}`}`, ...one })),
  ];
}

const RIGHTS =
  'examples/bootstrap has the policy of a role that deploys; pulumi up names a right that it lacks';

/** What is in us-east-1, and services whose requests are there from everywhere (IAM user guide, `aws:RequestedRegion`). */
const AT_EDGE = /us-east-1|"(cloudfront|iam|route53):/;

const ALLOW =
  "the organization denies it: have its policies allow the region; every stack has alarms in us-east-1, where CloudFront's certificates and metrics are";

/**
 * IAM simulates the actions of examples/bootstrap's deploying role, each for every resource, which changes nothing. A policy for
 * single resources, as that role has one, is not told apart from none. In `places`, the stack's region and then another one, that
 * one is only asked for what the stack does there.
 */
async function rightsOf(
  { stack, region }: StackPlan,
  arn: string,
  access: Access,
  places: readonly string[],
  stop: AbortSignal,
): Promise<Found[]> {
  const [, , , , account = ''] = arn.split(':');
  const { deployStatements } = await import('../../../infra/rights/policy.ts');
  const { GetRoleCommand, IAMClient, paginateSimulatePrincipalPolicy } = await import('@aws-sdk/client-iam');
  const environment = { stack, zones: { Z0: ['*'] }, zoneRoles: [] };
  const statements = deployStatements({ account, region, project: PROJECT }, environment);
  const client = new IAMClient(access);
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
    const some = [...names.slice(0, 3), ...(names.length > 3 ? [`${names.length - 3} more`] : [])];
    const isOfOrganization = denied.some(
      ({ OrganizationsDecisionDetail: detail }) => detail?.AllowedByOrganizations === false,
    );
    return isOfOrganization
      ? wrong(`denied in ${place}: ${some.join(', ')}`, ALLOW)
      : unknown(`not allowed for every resource: ${some.join(', ')}`, RIGHTS);
  };
  return Promise.all(places.map(simulate));
}
