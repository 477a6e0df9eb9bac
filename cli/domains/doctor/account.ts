// `domains doctor`, the account: whose the credentials are, and whether they may do what a deployment of the stack does.
import type { STSClientConfig } from '@aws-sdk/client-sts';
import type { RawConfig } from '../../../infra/config/declared.ts';
import type { StackPlan } from '../../../infra/plan/types.ts';
import { PROJECT } from '../../stack-names.ts';
import { failed, LIMIT_MS, type Result } from './result.ts';

/** Where the services are, and by which of the machine's credentials they are called. */
export type Access = Pick<STSClientConfig, 'region' | 'profile'>;

export const limited = () => ({ abortSignal: AbortSignal.timeout(LIMIT_MS) });

/** `aws:profile` is respected; keys by which the provider is somebody else again are not. */
export function accessOf({ region }: StackPlan, config: RawConfig): Access {
  const other = Object.keys(config).find((key) => /^aws:(assumeRole|accessKey|secretKey|token)/.test(key));
  if (other !== undefined) throw new Error(`by ${other} of the stack file, which was not tried`);
  return { region, ...(config['aws:profile'] !== undefined && { profile: String(config['aws:profile']) }) };
}

/** `access` is as for zones. */
export async function accountResults(plan: StackPlan, access: (() => Access) | undefined): Promise<Result[]> {
  const { stack, region, settings } = plan;
  const check = 'AWS account';
  if (access === undefined) return [{ check, state: 'unknown', found: 'the local cloud has no STS' }];
  const allowed = settings.allowedAccountIds;
  const fix = `set AWS_PROFILE, or other credentials of ${allowed?.join(' or ') ?? 'the account'}; enable ${region} in the account if it is not one of its first regions`;
  try {
    const own = access();
    const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
    const caller = await new STSClient(own).send(new GetCallerIdentityCommand({}), limited());
    const { Account: account = '', Arn: arn = '' } = caller;
    const found = `${account}, as ${arn} in ${region}`;
    const rights = await rightsResult(stack, { account, region, project: PROJECT }, arn, own);
    if (allowed?.includes(account) ?? true) return [{ check, state: 'ok', found }, rights];
    return [{ check, state: 'wrong', found: `${found}, is not in aws:allowedAccountIds`, fix }, rights];
  } catch (error) {
    const isWithout = (error as Error).name === 'CredentialsProviderError';
    const result = failed(check, error, fix);
    const rights: Result = { check: 'rights', state: 'unknown', found: 'not looked at' };
    return [isWithout ? { ...result, state: 'wrong' } : result, rights];
  }
}

/**
 * IAM simulates the actions of examples/bootstrap's deploying role, each for every resource; it changes nothing. A policy for single
 * resources, as that role has one, is not told apart from none.
 */
async function rightsResult(
  stack: string,
  place: { readonly account: string; readonly region: string; readonly project: string },
  arn: string,
  access: Access,
): Promise<Result> {
  const check = 'rights';
  const fix =
    'examples/bootstrap has the policy of a role that deploys; pulumi up names a right that it lacks';
  try {
    const { deployStatements } = await import('../../../examples/bootstrap/policy.ts');
    const own = deployStatements(place, { stack, zones: { Z0: ['*'] }, zoneRoles: [] });
    const ActionNames = [...new Set(own.flatMap(({ Action }) => Action))];
    const { GetRoleCommand, IAMClient, paginateSimulatePrincipalPolicy } = await import(
      '@aws-sdk/client-iam'
    );
    const client = new IAMClient(access);
    // The ARN of a session lacks the path of its role.
    const RoleName = /:assumed-role\/([^/]+)\//.exec(arn)?.[1];
    const { Role } = RoleName ? await client.send(new GetRoleCommand({ RoleName }), limited()) : {};
    const region = { ContextKeyName: 'aws:RequestedRegion', ContextKeyValues: [place.region] };
    const ContextEntries = [{ ...region, ContextKeyType: 'string' } as const];
    const input = { PolicySourceArn: Role?.Arn ?? arn, ActionNames, ContextEntries };
    const denied: string[] = [];
    for await (const page of paginateSimulatePrincipalPolicy({ client }, input, limited()))
      for (const { EvalActionName = '', EvalDecision } of page.EvaluationResults ?? [])
        if (EvalDecision !== 'allowed') denied.push(EvalActionName);
    if (denied.length === 0)
      return { check, state: 'ok', found: `all ${ActionNames.length} actions of a deployment are allowed` };
    const found = `not allowed for every resource: ${denied.slice(0, 3).join(', ')}${denied.length > 3 ? `, … (${denied.length})` : ''}`;
    return { check, state: 'unknown', found, fix };
  } catch (error) {
    // Who may not simulate may have every right.
    return { ...failed(check, error, fix), state: 'unknown' };
  }
}
