// What serves each host, as it is declared, and its alarms: a distribution in error, a certificate near its end.
import type { HostTarget } from '@petstore/custom-domains';
import { Distribution } from '@pulumi/aws/cloudfront/distribution.js';
import * as pulumi from '@pulumi/pulumi';
import { type AlarmOptions, type AlarmSpec, declareAlarm, EDGE_REGION } from './alarm.ts';

export interface HostAttachment {
  readonly host: string;
  readonly kind: HostTarget['kind'];
  /** Absent for an external host that is not verified. */
  readonly certificateArn?: pulumi.Input<string>;
  /** Absent for a host of the gateway. */
  readonly distribution?: Distribution;
}

/** The target, which reports each attachment. */
export function reporting(target: HostTarget, report: (attachment: HostAttachment) => void): HostTarget {
  return {
    ...target,
    attach(request, opts) {
      const attachment = target.attach(request, opts);
      const distribution = attachment.dependencies.find((one) => Distribution.isInstance(one));
      const { host, certificateArn } = request;
      report({ host, kind: target.kind, certificateArn, distribution: distribution as Distribution });
      return attachment;
    },
  };
}

export interface HostAlarmsArgs extends AlarmOptions {
  readonly attachments: readonly HostAttachment[];
  /** Of the documentation's default address. */
  readonly distribution: Distribution;
}

const ONE_DAY = 86_400;
/** ACM renews a certificate from the 60th day before its end on: with so few days left, it has failed for a month. */
const DAYS_LEFT = 30;
/** Of all requests of five minutes, twice in a row: one bad response in a quiet hour is many percent. */
const PERCENT_5XX = 5;

export class HostAlarms extends pulumi.ComponentResource {
  constructor(name: string, args: HostAlarmsArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:monitoring:HostAlarms', name, {}, opts);
    const declare = (alarm: string, spec: AlarmSpec) =>
      declareAlarm(`${name}-${alarm}`, spec, args, { parent: this });
    declare('5xx-default', edgeErrors('the documentation at its default address', args.distribution));
    for (const { host, kind, certificateArn, distribution } of args.attachments) {
      if (distribution !== undefined) declare(`5xx-${host}`, edgeErrors(host, distribution));
      if (certificateArn === undefined) continue;
      const region = kind === 'distribution' ? EDGE_REGION : undefined;
      declare(`certificate-${host}`, { ...notRenewed(host, certificateArn), region });
    }
    this.registerOutputs({});
  }
}

function notRenewed(host: string, certificateArn: pulumi.Input<string>): AlarmSpec {
  return {
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensions: { CertificateArn: certificateArn },
    statistic: 'Minimum',
    threshold: DAYS_LEFT,
    raisedBelow: true,
    period: ONE_DAY,
    // The metric ends with the certificate: the alarm stays raised, and a new certificate has no data for half a day.
    treatMissingData: 'ignore',
    meaning: `The certificate of ${host} ends in less than ${DAYS_LEFT} days and was not renewed`,
    heading: 'certificate-not-renewed',
  };
}

function edgeErrors(what: string, { id }: Distribution): AlarmSpec {
  return {
    namespace: 'AWS/CloudFront',
    metricName: '5xxErrorRate',
    dimensions: { DistributionId: id, Region: 'Global' },
    statistic: 'Average',
    threshold: PERCENT_5XX,
    evaluationPeriods: 2,
    region: EDGE_REGION,
    meaning: `CloudFront responded with a 5xx to ${PERCENT_5XX} % of the requests or more for ten minutes: ${what}`,
    heading: 'cloudfront-errors',
  };
}
