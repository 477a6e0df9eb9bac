// The figures of `npm run local -- --metrics`: counted from the function's log and the dashboard, on one screen.
import { printable } from '@petstore/custom-domains/output';
import { expect, test } from 'vitest';
import { type Figures, figureLines, OperationCounter } from '../../../cli/local/figures.ts';
import { dashboardBody } from '../../../infra/monitoring/dashboard-body.ts';

const line = (operation: string, status: number, durationMs: number) =>
  JSON.stringify({ message: 'a request', operation, status, durationMs });

test('counts requests by operation, and nothing else that is logged', () => {
  const counter = new OperationCounter();
  for (const ms of [1, 2, 3, 100]) counter.add(line('GET /v1/pets', 200, ms));
  counter.add(line('GET /v1/pets', 500, 5));
  counter.add(line('PUT /v1/pets', 499, 5));
  counter.add(line('POST /v1/pets', 201, 7));
  for (const other of [
    '{"operation":"',
    '{"operation":"GET /"}',
    'a line',
    '{"store":{"operation":"Query"}}',
  ])
    counter.add(other);
  expect(counter.figures()).toEqual([
    { operation: 'GET /v1/pets', calls: 5, errors: 1, p50: 3, p99: 100 },
    { operation: 'PUT /v1/pets', calls: 1, errors: 0, p50: 5, p99: 5 },
    { operation: 'POST /v1/pets', calls: 1, errors: 0, p50: 7, p99: 7 },
  ]);
});

test('the times are those of the last thousand requests, and the numbers those of all', () => {
  const counter = new OperationCounter();
  for (const [count, ms] of [
    [1000, 9],
    [999, 1],
  ] as const)
    for (let index = 0; index < count; index++) counter.add(line('GET /v1/pets', 200, ms));
  const [before] = counter.figures();
  expect(before).toMatchObject({ calls: 1999, p50: 1, p99: 1 });
  for (const ms of Array.from({ length: 11 }, () => 5)) counter.add(line('GET /v1/pets', 200, ms));
  expect(counter.figures()).toMatchObject([{ calls: 2010, p50: 1, p99: 5 }]);
});

const texts = (figures: Parameters<typeof figureLines>[0]) =>
  figureLines(figures)
    .map(printable)
    .slice(0, -1)
    .map((each) => each.replaceAll(/ +/g, ' ').trim());

/** A figure of the stack's dashboard, by its metric and label; the value is the number of its turn, from 0. */
function dashboardFigures(): Figures['widgets'] {
  const { widgets } = dashboardBody({
    ...{ region: 'eu-west-1', apiId: 'a1', functionName: 'api', functionLog: 'api-log', accessLog: 'access' },
    ...{ tables: { pets: 'p', keys: 'k' }, alarmArns: [] },
    certificates: [{ host: 'api.petstore.dev', arn: 'arn:1', region: 'eu-west-1' }],
    distributions: [{ host: 'petstore.dev', id: 'E1' }],
  }) as {
    widgets: { type: string; properties: { title: string; metrics?: (string | { label?: string })[][] } }[];
  };
  return widgets
    .filter(({ type }) => type === 'metric')
    .map(({ properties: { title, metrics = [] } }) => ({
      title,
      figures: metrics
        .filter(([namespace]) => typeof namespace === 'string')
        .map((metric, index) => {
          const own = metric.find((part) => typeof part === 'object') ?? {};
          return { id: JSON.stringify(metric), name: String(metric[1]), label: own.label, value: index };
        }),
    }));
}

test('names each figure of the dashboard in words, with its unit and what it is of, and none twice', () => {
  const lines = texts({ operations: [], widgets: dashboardFigures(), raised: [] });
  expect(lines).toEqual([
    'Alarms none is raised',
    'Calls and errors 0 calls · 1 response 4xx · 2 responses 5xx',
    'Latency p50 0 ms · p90 1 ms · p99 2 ms',
    'Days left of certificates api.petstore.dev 0 days',
    'Requests at CloudFront petstore.dev 0 requests',
    '5xx at CloudFront petstore.dev 0 %',
    'Read units pets 0 read units · keys 1 read unit',
    'Write units pets 0 write units · keys 1 write unit',
    'Throttled reads and writes pets reads 0 throttled · keys reads 1 throttled · pets writes 2 throttled · keys writes 3 throttled',
    'Calls a day 0 calls',
    "The function's time a day 0 ms",
    'Bytes of log a day function 0 bytes · access log 1 byte',
  ]);
});

test('prints a figure once, also where two widgets have it', () => {
  const calls = { id: 'calls', name: 'Count', label: 'calls' };
  const widgets = [
    { title: 'Calls', figures: [{ ...calls, value: 1204.56 }] },
    { title: 'Calls a day', figures: [{ ...calls, value: 1204.56 }] },
    { title: 'Calls a week', figures: [{ ...calls, value: 5000 }] },
  ];
  expect(texts({ operations: [], widgets, raised: [] })).toEqual([
    'Alarms none is raised',
    'Calls 1,204.6 calls',
    'Calls a week 5,000 calls',
  ]);
});

test('leaves out what has no datapoint, and names what is raised', () => {
  const lines = texts({
    operations: [
      { operation: 'GET /v1/pets', calls: 5, errors: 1, p50: 3, p99: 100 },
      { operation: 'POST /v1/pets', calls: 1, errors: 0, p50: 7, p99: 7 },
    ],
    widgets: [
      {
        title: 'Calls and errors',
        figures: [
          { id: '1', name: 'Count', label: 'calls', value: 5.04 },
          { id: '2', name: '4xx', label: undefined, value: undefined },
        ],
      },
      { title: 'Throttled', figures: [{ id: '3', name: 'Other', label: 'pets', value: undefined }] },
      { title: 'Of others', figures: [{ id: '4', name: 'Depth', label: undefined, value: 2 }] },
    ],
    raised: ['api-alarm-5xx-0a1b2c3'],
  });
  expect(lines).toEqual([
    'Alarms api-alarm-5xx-0a1b2c3',
    'GET /v1/pets 5 calls, 1 error, p50 3 ms, p99 100 ms',
    'POST /v1/pets 1 call, 0 errors, p50 7 ms, p99 7 ms',
    'Calls and errors 5 calls',
    'Of others Depth 2',
  ]);
});

test('on the screen the names are a column, and the last line tells since when', () => {
  const operation = { operation: 'GET /v1/pets/{id}', calls: 1204, errors: 1000, p50: 3.14, p99: 1204.56 };
  const latency = { id: '1', name: 'Latency', label: 'p50', value: 3.14 };
  const widgets = [
    { title: 'Latency, ms', figures: [latency, { ...latency, label: 'p99', id: '2', value: 1 }] },
  ];
  const lines = figureLines({ operations: [operation], widgets, raised: ['a', 'b'] }).map(printable);
  expect(lines).toEqual([
    '  Alarms                         a, b',
    '  GET /v1/pets/{id}              1,204 calls, 1,000 errors, p50 3.1 ms, p99 1,204.6 ms',
    '  Latency                        p50 3.1 ms · p99 1 ms',
    '  Operations since the start, the others within the last hour or, where they say so, day. The dashboard of a deployed stack shows the same.',
  ]);
});
