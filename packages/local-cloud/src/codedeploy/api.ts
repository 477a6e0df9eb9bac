// CodeDeploy's API for programs: what a release calls, and what reports it.
// Operations and members: botocore/data/codedeploy/2014-10-06/service-2.json
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Api, type ApiRequest, assertAllowed } from '../endpoint/index.ts';
import { ServiceError } from '../service-error.ts';
import { parseAppSpec } from './app-spec.ts';
import { canaryOf } from './configs.ts';
import type { Deployments } from './deployments.ts';
import { described } from './describe.ts';
import { type CodeDeployRecords, type DeploymentRecord, type GroupRecord, isUnderWay } from './records.ts';

const alarms = z.strictObject({
  enabled: z.boolean().default(false),
  ignorePollAlarmFailure: z.boolean().default(false),
  alarms: z.array(z.strictObject({ name: z.string() })).default([]),
});

const createInput = z.strictObject({
  applicationName: z.string(),
  deploymentGroupName: z.string(),
  deploymentConfigName: z.string().optional(),
  description: z.string().optional(),
  revision: z.strictObject({
    revisionType: z.literal('AppSpecContent', {
      error: 'the local cloud emulates revisions of the type AppSpecContent only',
    }),
    appSpecContent: z.strictObject({ content: z.string(), sha256: z.string().optional() }),
  }),
  overrideAlarmConfiguration: alarms.optional(),
});

const listInput = z.strictObject({
  applicationName: z.string(),
  deploymentGroupName: z.string(),
  includeOnlyStatuses: z.array(z.string()).optional(),
});

const getInput = z.strictObject({ deploymentId: z.string() });
const stopInput = z.strictObject({ deploymentId: z.string(), autoRollbackEnabled: z.boolean().optional() });

export function codeDeployApi(accountId: string, records: CodeDeployRecords, deployments: Deployments): Api {
  const allow = ({ caller, region }: ApiRequest, operation: string, group: string) =>
    assertAllowed(
      caller,
      `codedeploy:${operation}`,
      `arn:aws:codedeploy:${region}:${accountId}:deploymentgroup:${group}`,
    );
  const operations: Readonly<Record<string, (request: ApiRequest, input: unknown) => object>> = {
    CreateDeployment(request, raw) {
      const input = parse(createInput, raw);
      const group = groupOf(records, request.region, input);
      allow(request, 'CreateDeployment', `${input.applicationName}/${input.deploymentGroupName}`);
      return { deploymentId: deployments.create(newDeployment(records, request.region, input, group)) };
    },
    GetDeployment(request, raw) {
      const record = deploymentOf(records, parse(getInput, raw).deploymentId);
      allow(request, 'GetDeployment', `${record.application}/${record.group}`);
      return { deploymentInfo: described(record) };
    },
    StopDeployment(request, raw) {
      const { deploymentId, autoRollbackEnabled } = parse(stopInput, raw);
      const record = deploymentOf(records, deploymentId);
      // The action has no resource in IAM (Service Authorization Reference).
      assertAllowed(request.caller, 'codedeploy:StopDeployment', '*');
      if (!isUnderWay(record))
        throw new ServiceError(
          'DeploymentAlreadyCompletedException',
          `Deployment ${deploymentId} is already completed`,
        );
      void deployments.stop(deploymentId, autoRollbackEnabled === true);
      return { status: 'Pending', statusMessage: 'Deployment is pending to be stopped' };
    },
    ListDeployments(request, raw) {
      const input = parse(listInput, raw);
      groupOf(records, request.region, input);
      allow(request, 'ListDeployments', `${input.applicationName}/${input.deploymentGroupName}`);
      const found = records.deployments
        .values()
        .filter((one) => one.region === request.region && one.application === input.applicationName)
        .filter((one) => one.group === input.deploymentGroupName)
        .filter(({ status }) => input.includeOnlyStatuses?.includes(status) ?? true)
        .toSorted((one, other) => other.createTime - one.createTime);
      return { deployments: found.map(({ id }) => id) };
    },
  };
  return {
    protocol: 'json-1.1',
    async call(request) {
      const name = request.target.replace(/^CodeDeploy_20141006\./, '');
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (operation === undefined)
        throw new ServiceError('UnknownOperationException', `${name} is not emulated`);
      return operation(request, JSON.parse(request.body));
    },
  };
}

function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ServiceError('ValidationException', `${issue?.path.join('.')}: ${issue?.message}`);
}

function groupOf(
  { applications, groups }: CodeDeployRecords,
  region: string,
  { applicationName, deploymentGroupName }: { applicationName: string; deploymentGroupName: string },
): GroupRecord {
  if (applications.get(`${region}/${applicationName}`) === undefined)
    throw new ServiceError(
      'ApplicationDoesNotExistException',
      `No application found for name: ${applicationName}`,
    );
  const group = groups.get(`${region}/${applicationName}/${deploymentGroupName}`);
  if (group === undefined)
    throw new ServiceError(
      'DeploymentGroupDoesNotExistException',
      `No Deployment Group found for name: ${deploymentGroupName}`,
    );
  return group;
}

function deploymentOf({ deployments }: CodeDeployRecords, id: string): DeploymentRecord {
  const found = deployments.get(id);
  if (found === undefined)
    throw new ServiceError('DeploymentDoesNotExistException', `The deployment ${id} could not be found`);
  return found;
}

function newDeployment(
  records: CodeDeployRecords,
  region: string,
  input: z.output<typeof createInput>,
  { inputs: group }: GroupRecord,
) {
  const { applicationName, deploymentGroupName, description, revision, overrideAlarmConfiguration } = input;
  const config = input.deploymentConfigName ?? group.deploymentConfigName;
  canaryOf(records, region, config);
  const { content, sha256 } = revision.appSpecContent;
  if (sha256 !== undefined && sha256 !== createHash('sha256').update(content).digest('hex'))
    throw new ServiceError('InvalidRevisionException', 'The AppSpec content does not match its SHA-256');
  const override = overrideAlarmConfiguration && {
    ...overrideAlarmConfiguration,
    alarms: overrideAlarmConfiguration.alarms.map(({ name }) => name),
  };
  const {
    enabled = false,
    ignorePollAlarmFailure = false,
    alarms: names = [],
  } = group.alarmConfiguration ?? {};
  const rollback = group.autoRollbackConfiguration;
  return {
    ...{ region, application: applicationName, group: deploymentGroupName, config, description, content },
    creator: 'user' as const,
    spec: parseAppSpec(content),
    alarms: override ?? { enabled, ignorePollAlarmFailure, alarms: names },
    rollback: { enabled: rollback?.enabled ?? false, events: rollback?.events ?? [] },
  };
}
