// What watches a stack beside the API's own alarms: alarms on what serves the hosts, checks from outside, what one looks at.
import type { Distribution } from '@pulumi/aws/cloudfront/distribution.js';
import * as pulumi from '@pulumi/pulumi';
import type { Check } from '../../service/checks/check.ts';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import type { AlarmActions } from './alarm.ts';
import { Checks } from './checks.ts';
import { type DashboardArgs, Panel } from './dashboard.ts';
import { HostAlarms, type HostAttachment } from './host-alarms.ts';

export interface MonitoringArgs {
  readonly attachments: readonly HostAttachment[];
  readonly actions: AlarmActions;
  /** Of the documentation's default address. */
  readonly distribution: Distribution;
  /** What the API's resources are called. */
  readonly names: Omit<DashboardArgs, 'attachments' | 'region'>;
  readonly checksCode: pulumi.asset.Asset;
  /** `attached`: a host that failed, or one that is not attached yet, is not checked. */
  readonly hosts: readonly { readonly plan: HostPlan; readonly attached: pulumi.Output<boolean> }[];
  /** The API's default address. */
  readonly api: pulumi.Output<string>;
  /** Where a redirect leads, for a request of `/`. */
  readonly locationOf: (to: string) => string;
  readonly port?: number;
  /** Of hosts that only the local cloud has: its DNS server, and its authority's certificate. */
  readonly local: { readonly resolver?: string; readonly authorityFile?: string };
}

export function declareMonitoring({ settings, region, tags }: StackPlan, args: MonitoringArgs): void {
  const { attachments, distribution, actions, checksCode } = args;
  const { resolver, authorityFile } = args.local;
  new HostAlarms('host-alarm', { attachments, distribution, actions, tags });
  new Panel('panel', { ...args.names, attachments, region });
  if (!settings.checks) return;
  new Checks('checks', {
    actions,
    tags,
    code: checksCode,
    checks: plannedChecks(args),
    settings,
    // Names and certificates of any other cloud are public ones.
    environment:
      resolver === undefined || authorityFile === undefined
        ? undefined
        : { PETSTORE_CHECKS_DNS: resolver, NODE_EXTRA_CA_CERTS: authorityFile },
  });
}

/** The contract: the one operation that needs no key. */
const API = { path: '/v1/openapi.json', status: 200 } as const;
const SITE = { path: '/', status: 200 } as const;

function plannedChecks(args: MonitoringArgs): pulumi.Output<Check[]> {
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
