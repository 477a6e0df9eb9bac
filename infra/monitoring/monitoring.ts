// What watches a stack beside the API's own alarms: alarms on what serves the hosts, checks from outside, what one looks at.
import type * as pulumi from '@pulumi/pulumi';
import type { StackPlan } from '../plan/types.ts';
import { Checks } from './checks.ts';
import type { DashboardArgs } from './dashboard.ts';
import { HostAlarms, type HostAlarmsArgs } from './host-alarms.ts';
import { Panel } from './panel.ts';
import { type PlannedChecksArgs, plannedChecks } from './planned-checks.ts';

export interface MonitoringArgs
  extends Pick<HostAlarmsArgs, 'attachments' | 'distribution' | 'actions'>,
    Omit<PlannedChecksArgs, 'docs'> {
  /** What the API's resources are called. */
  readonly names: Omit<DashboardArgs, 'attachments' | 'region'>;
  readonly checksCode: pulumi.asset.Asset;
  /** Of hosts that only the local cloud has: its DNS server, and its authority's certificate. */
  readonly local: { readonly resolver?: string; readonly authorityFile?: string };
}

export function declareMonitoring({ settings, region, tags }: StackPlan, args: MonitoringArgs): void {
  const { attachments, distribution, actions, checksCode, local } = args;
  new HostAlarms('host-alarm', { attachments, distribution, actions, tags });
  new Panel('panel', { ...args.names, attachments, region });
  if (!settings.checks) return;
  new Checks('checks', {
    ...{ actions, tags, code: checksCode },
    checks: plannedChecks({ ...args, docs: distribution.domainName }),
    logRetentionDays: settings.logRetentionDays,
    permissionsBoundary: settings.permissionsBoundary,
    environment: environmentOf(local),
  });
}

/** Undefined for any other cloud: names and certificates are public ones. */
function environmentOf({
  resolver,
  authorityFile,
}: MonitoringArgs['local']): Record<string, string> | undefined {
  if (resolver === undefined || authorityFile === undefined) return undefined;
  return { PETSTORE_CHECKS_DNS: resolver, NODE_EXTRA_CA_CERTS: authorityFile };
}
