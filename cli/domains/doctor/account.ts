// `domains doctor`, the account: whose the credentials are, and whether they may do what a deployment of the stack does.
import type { STSClientConfig } from '@aws-sdk/client-sts';
import type { RawConfig } from '../../../infra/config/declared.ts';
import type { StackPlan } from '../../../infra/plan/types.ts';
import { PROJECT } from '../../stack-names.ts';
import { type Found, failed, LIMIT_MS, ok, type Result, unknown, wrong } from './result.ts';

/** Where the services are, and by which of the machine's credentials they are called. */
export type Access = Pick<STSClientConfig, 'region' | 'profile'>;

export const limited = () => ({ abortSignal: AbortSignal.timeout(LIMIT_MS) });

/** `aws:profile` is respected. Throws for keys by which the provider is somebody else again. */
export function accessOf({ region }: StackPlan, config: RawConfig): Access {
  const other = Object.keys(config).find((key) => /^aws:(assumeRole|accessKey|secretKey|token)/.test(key));
  if (other !== undefined) throw new Error(`by ${other} of the stack file, which was not tried`);
  return { region, ...(config['aws:profile'] !== undefined && { profile: String(config['aws:profile']) }) };
}

/** `access` throws where no credentials of the machine are those of the deployment. */
export async function accountResults(plan: StackPlan, access: () => Access): Promise<Result[]> {
  const { region, settings } = plan;
  const allowed = settings.allowedAccountIds;
  const fix = `set AWS_PROFILE, or other credentials of ${allowed?.join(' or ') ?? 'the account'}; some regions, as ${region} may be, have to be enabled in the account`;
  let rights: Found = unknown('not looked at');
  const account = async (): Promise<Found> => {
    const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
    const caller = await new STSClient(access()).send(new GetCallerIdentityCommand({}), limited());
    const { Account: id = '', Arn: arn = '' } = caller;
    rights = await rightsOf(plan, id, arn, access()).catch(({ message }: Error) => unknown(message, RIGHTS));
    const found = `${id}, as ${arn} in ${region}`;
    return (allowed?.includes(id) ?? true)
      ? ok(found)
      : wrong(`${found}, is not in aws:allowedAccountIds`, fix);
  };
  const found = await account().catch((error) => failed(error, fix));
  return [
    { check: 'AWS account', ...found },
    { check: 'rights', ...rights },
  ];
}

const RIGHTS =
  'examples/bootstrap has the policy of a role that deploys; pulumi up names a right that it lacks';

/**
 * IAM simulates the actions of examples/bootstrap's deploying role, each for every resource, which changes nothing. A policy for
 * single resources, as that role has one, is not told apart from none.
 */
async function rightsOf(
  { stack, region }: StackPlan,
  account: string,
  arn: string,
  access: Access,
): Promise<Found> {
  const { deployStatements } = await import('../../../examples/bootstrap/policy.ts');
  const { GetRoleCommand, IAMClient, paginateSimulatePrincipalPolicy } = await import('@aws-sdk/client-iam');
  const environment = { stack, zones: { Z0: ['*'] }, zoneRoles: [] };
  const statements = deployStatements({ account, region, project: PROJECT }, environment);
  const ActionNames = [...new Set(statements.flatMap(({ Action }) => Action))];
  const client = new IAMClient(access);
  // The ARN of a session lacks the path of its role.
  const RoleName = /:assumed-role\/([^/]+)\//.exec(arn)?.[1];
  const { Role } = RoleName ? await client.send(new GetRoleCommand({ RoleName }), limited()) : {};
  const inRegion = { ContextKeyName: 'aws:RequestedRegion', ContextKeyValues: [region] };
  const ContextEntries = [{ ...inRegion, ContextKeyType: 'string' } as const];
  const input = { PolicySourceArn: Role?.Arn ?? arn, ActionNames, ContextEntries };
  const denied: string[] = [];
  for await (const { EvaluationResults = [] } of paginateSimulatePrincipalPolicy(
    { client },
    input,
    limited(),
  ))
    for (const { EvalActionName = '', EvalDecision } of EvaluationResults)
      if (EvalDecision !== 'allowed') denied.push(EvalActionName);
  if (denied.length === 0) return ok(`all ${ActionNames.length} actions of a deployment are allowed`);
  const some = [...denied.slice(0, 3), ...(denied.length > 3 ? [`${denied.length - 3} more`] : [])];
  return unknown(`not allowed for every resource: ${some.join(', ')}`, RIGHTS);
}
