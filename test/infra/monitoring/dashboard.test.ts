// The dashboard of a stack of any size: CloudWatch refuses a widget without a metric, and one with more than 500.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html
import { expect, test } from 'vitest';
import type { HostAttachment } from '../../../infra/monitoring/alarm.ts';
import { declarePanel } from '../../../infra/monitoring/dashboard.ts';
import { record } from '../recorder.ts';

interface Widget {
  readonly type: string;
  readonly y: number;
  readonly properties: { readonly title: string; readonly metrics?: readonly (readonly unknown[])[] };
}

async function widgetsWith(attachments: readonly HostAttachment[]): Promise<readonly Widget[]> {
  const program = async () => {
    const names = { apiId: 'a1', functionName: 'f', functionLog: 'l', accessLog: 'a', alarmArns: ['arn'] };
    declarePanel('panel', { ...names, region: 'eu-west-1', tables: { pets: 'pets' }, attachments });
    return {};
  };
  const { registrations } = await record(program, 'local');
  const { inputs } = registrations.find(({ type }) => type.endsWith(':Dashboard')) ?? {};
  return (JSON.parse(String(inputs?.dashboardBody)) as { widgets: Widget[] }).widgets;
}

/** Every tenth is of the gateway. */
const hosts = (count: number) =>
  Array.from({ length: count }, (_, n): HostAttachment => {
    const certificateArn = `arn:${n}`;
    if (n % 10 === 0) return { host: `h${n}.example`, kind: 'gateway', certificateArn };
    return { host: `h${n}.example`, kind: 'distribution', certificateArn, distribution: `E${n}` };
  });
const DAYS = 'Days left of certificates';
const EDGE = ['Requests at CloudFront', '5xx at CloudFront, %'];

test.each([
  ['no host', 0, []],
  ['one API host', 1, [[DAYS, 1]]],
  ['500 hosts', 500, [[DAYS, 500], ...EDGE.map((title) => [title, 450])]],
  ['600 hosts: a search in each region', 600, [[DAYS, 2], ...EDGE.map((title) => [title, 1])]],
] as const)('with %s', async (_case, count, expected) => {
  const widgets = await widgetsWith(hosts(count));
  const graphs = widgets.filter(({ type }) => type === 'metric').map(({ properties }) => properties);
  const sizes = graphs.map(({ title, metrics = [] }) => [title, metrics.length]);
  expect(sizes.filter(([title]) => [DAYS, ...EDGE].includes(String(title)))).toEqual(expected);
  expect(sizes.filter(([, size]) => size === 0)).toEqual([]);
  // A row that has nothing leaves no gap.
  const rows = [...new Set(widgets.map(({ y }) => y))];
  expect(rows).toEqual(rows.map((_, index) => index * 6));
});
