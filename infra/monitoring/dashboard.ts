// The dashboard of a stack, with what its resources are called.
import { Dashboard } from '@pulumi/aws/cloudwatch/dashboard.js';
import * as pulumi from '@pulumi/pulumi';
import { nameInStack } from '../plan/stack-name.ts';
import { EDGE_REGION } from './alarm.ts';
import type { HostAttachment } from './attachments.ts';
import { type DashboardSubject, dashboardBody } from './dashboard-body.ts';

type Named = Omit<DashboardSubject, 'certificates' | 'distributions' | 'region' | 'tables' | 'alarmArns'>;

export type DashboardArgs = { readonly [Key in keyof Named]: pulumi.Input<Named[Key]> } & {
  readonly region: string;
  readonly tables: Readonly<Record<string, pulumi.Input<string>>>;
  readonly alarmArns: readonly pulumi.Input<string>[];
  readonly attachments: readonly HostAttachment[];
};

/**
 * Named by project and stack, which is what IAM recognises it by: it has no tags for IAM. Where a host failed it stays as it
 * was: without that host it would depend on other resources than a saved plan says, and the engine would refuse it.
 */
export function declareDashboard(
  name: string,
  { attachments, region, ...named }: DashboardArgs,
  opts: pulumi.CustomResourceOptions,
): Dashboard {
  const hosts = attachments.map((attachment) => partsOf(attachment, region));
  const body = pulumi.all([pulumi.output(named), pulumi.all(hosts)]).apply(([subject, parts]) => {
    const certificates = parts.flatMap(({ certificate }) => certificate ?? []);
    const distributions = parts.flatMap(({ distribution }) => distribution ?? []);
    return JSON.stringify(dashboardBody({ ...subject, region, certificates, distributions }));
  });
  const dashboardName = nameInStack(pulumi.getProject(), pulumi.getStack(), '').replace(/-$/, '');
  return new Dashboard(name, { dashboardName, dashboardBody: body }, opts);
}

interface HostParts {
  readonly certificate?: DashboardSubject['certificates'][number];
  readonly distribution?: DashboardSubject['distributions'][number];
}

function partsOf(
  { host, kind, certificateArn, distribution }: HostAttachment,
  stackRegion: string,
): pulumi.Output<HostParts> {
  const region = kind === 'distribution' ? EDGE_REGION : stackRegion;
  return pulumi.all([certificateArn, distribution?.id]).apply(([arn, id]) => ({
    certificate: arn === undefined ? undefined : { host, arn, region },
    distribution: id === undefined ? undefined : { host, id },
  }));
}
