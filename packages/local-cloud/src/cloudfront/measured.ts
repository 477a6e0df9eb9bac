// CloudFront's metrics of each request, in us-east-1 whatever the stack's region is:
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html
import type { Datapoint } from '../interfaces.ts';

/** `id`: of the distribution. */
export function datapoints(id: string, status: number): Datapoint[] {
  const percent = (hundreds: readonly number[]) => (hundreds.includes(Math.floor(status / 100)) ? 100 : 0);
  const values: [name: string, value: number, unit: string][] = [
    ['Requests', 1, 'None'],
    ['4xxErrorRate', percent([4]), 'Percent'],
    ['5xxErrorRate', percent([5]), 'Percent'],
    ['TotalErrorRate', percent([4, 5]), 'Percent'],
  ];
  return values.map(([name, value, unit]) => ({
    ...{ region: 'us-east-1', namespace: 'AWS/CloudFront', name, unit, value },
    dimensions: { DistributionId: id, Region: 'Global' },
  }));
}
