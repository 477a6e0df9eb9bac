// A scheduled function that calls every host from outside.
import type { Tags } from '@petstore/custom-domains';
import type { Distribution } from '@pulumi/aws/cloudfront/distribution.js';
import { EventRule } from '@pulumi/aws/cloudwatch/eventRule.js';
import { EventTarget } from '@pulumi/aws/cloudwatch/eventTarget.js';
import type { Function as LambdaFunction } from '@pulumi/aws/lambda/function.js';
import { FunctionEventInvokeConfig } from '@pulumi/aws/lambda/functionEventInvokeConfig.js';
import { Permission } from '@pulumi/aws/lambda/permission.js';
import * as pulumi from '@pulumi/pulumi';
import type { Check } from '../../service/checks/check.ts';
import { nodeFunction, writesLog } from '../iam/service-role.ts';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import { type AlarmActions, declareAlarm } from './alarm.ts';

interface ChecksArgs {
  readonly actions: AlarmActions;
  /** Of the documentation's default address. */
  readonly distribution: Distribution;
  /** `index.js`, which exports `handler`. */
  readonly checksCode: pulumi.asset.Asset;
  /** `attached`: a host that failed, or one that is not attached yet, is not checked. */
  readonly hosts: readonly { readonly plan: HostPlan; readonly attached: pulumi.Output<boolean> }[];
  readonly api: pulumi.Output<string>;
  /** Where a redirect leads, for a request of `/`. */
  readonly locationOf: (to: string) => string;
  readonly port?: number;
  /** Of hosts that only the local cloud has: its DNS server, and its authority's certificate. */
  readonly local: { readonly resolver?: string; readonly authorityFile?: string };
}

/** The contract: the one operation that needs no key. */
const API = { path: '/v1/openapi.json', status: 200 } as const;
const SITE = { path: '/', status: 200 } as const;

function plannedChecks(args: ChecksArgs): pulumi.Output<Check[]> {
  const { hosts, api, distribution, locationOf, port } = args;
  const own = hosts.map(({ plan, attached }) =>
    pulumi
      .recover(attached, () => false)
      .apply((isAttached) => (isAttached ? [checkOf(plan, locationOf)] : [])),
  );
  const defaults = pulumi.all([api, distribution.domainName]).apply(([apiHost, docsHost]) => [
    { host: apiHost, ...API },
    { host: docsHost, ...SITE },
  ]);
  return pulumi
    .all([defaults, ...own])
    .apply((all) => all.flat().map((check: Check) => (port === undefined ? check : { ...check, port })));
}

function checkOf({ host, site, redirect }: HostPlan, locationOf: (to: string) => string): Check {
  if (redirect !== undefined)
    return { host, path: '/', status: redirect.status, location: locationOf(redirect.to) };
  return { host, ...(site === 'api' ? API : SITE) };
}

const MINUTES = 5;
/** Less than the time between two runs, so that no two overlap, whatever the hosts do. */
const TIMEOUT_SECONDS = 60;

export function declareChecks(name: string, { settings, tags }: StackPlan, args: ChecksArgs): void {
  const parent = new pulumi.ComponentResource('petstore:monitoring:Checks', name);
  const { actions, checksCode } = args;
  const { resolver, authorityFile } = args.local;
  // Names and certificates of any other cloud are public ones.
  const isLocal = resolver !== undefined && authorityFile !== undefined;
  const variables = isLocal && { PETSTORE_CHECKS_DNS: resolver, NODE_EXTRA_CA_CERTS: authorityFile };
  const { lambda } = nodeFunction(
    name,
    {
      settings,
      tags,
      statementsOf: (logs) => logs.apply((arn) => [writesLog(arn)]),
      function: {
        code: plannedChecks(args).apply((checks) => archiveOf(checksCode, checks)),
        memorySize: 128,
        timeout: TIMEOUT_SECONDS,
        environment: variables ? { variables } : undefined,
      },
    },
    { parent },
  );
  schedule(name, lambda, tags, parent);
  // A single failure rings nobody: the least of ten minutes has two runs in it. Checks that do not run have no data,
  // which notifies too.
  declareAlarm(
    'check-alarm-failures',
    {
      namespace: 'Petstore',
      metricName: 'FailedChecks',
      dimensions: { FunctionName: lambda.name },
      statistic: 'Minimum',
      threshold: 1,
      period: 2 * MINUTES * 60,
      treatMissingData: 'missing',
      meaning: 'A host did not pass its check twice in a row, or the checks do not run',
      heading: 'check-alarm-failures',
    },
    { actions, tags },
    { parent },
  );
}

/** Each run is tried once, by the rule and by Lambda: the next run is as good as a second try, and a late one must not meet it. */
function schedule(name: string, lambda: LambdaFunction, tags: Tags, parent: pulumi.Resource): void {
  const maximumRetryAttempts = 0;
  const maximumEventAgeInSeconds = MINUTES * 60 - TIMEOUT_SECONDS;
  const once = { functionName: lambda.name, maximumRetryAttempts, maximumEventAgeInSeconds };
  new FunctionEventInvokeConfig(`${name}-once`, once, { parent });
  const scheduleExpression = `rate(${MINUTES} minutes)`;
  const rule = new EventRule(
    `${name}-every-${MINUTES}-minutes`,
    { scheduleExpression, description: 'Checks every host from outside', tags },
    { parent },
  );
  const principal = 'events.amazonaws.com';
  const allowed = { action: 'lambda:InvokeFunction', function: lambda.name, principal, sourceArn: rule.arn };
  const permission = new Permission(`${name}-invoke`, allowed, { parent });
  const retryPolicy = { maximumRetryAttempts, maximumEventAgeInSeconds: TIMEOUT_SECONDS };
  const target = { rule: rule.name, targetId: 'checks', arn: lambda.arn, retryPolicy };
  new EventTarget(`${name}-target`, target, { parent, dependsOn: [permission] });
}

function archiveOf(code: pulumi.asset.Asset, checks: readonly Check[]): pulumi.asset.Archive {
  const list = new pulumi.asset.StringAsset(JSON.stringify(checks));
  return new pulumi.asset.AssetArchive({ 'index.js': code, 'checks.json': list });
}
