// The days that a certificate has left, as ACM's metric: https://docs.aws.amazon.com/acm/latest/userguide/cloudwatch-metrics.html
import type { Datapoint } from '../interfaces.ts';
import type { CertificateRecord } from './certificate-record.ts';

const DAY_MS = 86_400_000;

/** None for a certificate that is not issued, or has expired. `now`: milliseconds since 1970. */
export function expiryMetric({ arn, region, issued }: CertificateRecord, now: number): Datapoint[] {
  const value = issued === undefined ? -1 : Math.floor((Date.parse(issued.notAfter) - now) / DAY_MS);
  if (value < 0) return [];
  const dimensions = { CertificateArn: arn };
  return [
    {
      ...{ region, namespace: 'AWS/CertificateManager', name: 'DaysToExpiry', unit: 'Count' },
      dimensions,
      value,
    },
  ];
}
