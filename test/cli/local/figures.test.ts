// The figures of `npm run local -- --metrics`: counted from the function's log and the dashboard, on one screen.
import { printable } from '@petstore/custom-domains/output';
import { expect, test } from 'vitest';
import { figureLines, OperationCounter } from '../../../cli/local/figures.ts';

const line = (operation: string, status: number, durationMs: number) =>
  JSON.stringify({ message: 'a request', operation, status, durationMs });

test('counts requests by operation, and nothing else that is logged', () => {
  const counter = new OperationCounter();
  for (const ms of [1, 2, 3, 100]) counter.add(line('GET /v1/pets', 200, ms));
  counter.add(line('GET /v1/pets', 503, 5));
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
    { operation: 'POST /v1/pets', calls: 1, errors: 0, p50: 7, p99: 7 },
  ]);
});

test('leaves out what has no datapoint, and names what is raised', () => {
  const lines = figureLines({
    operations: [{ operation: 'GET /v1/pets', calls: 5, errors: 1, p50: 3, p99: 100 }],
    widgets: [
      {
        title: 'Calls and errors',
        figures: [
          { label: 'calls', value: 5.04 },
          { label: '4xx', value: undefined },
        ],
      },
      { title: 'Throttled', figures: [{ label: 'pets', value: undefined }] },
    ],
    raised: ['api-alarm-5xx-0a1b2c3'],
  }).map(printable);
  expect(lines.slice(0, -1).map((each) => each.replaceAll(/ +/g, ' ').trim())).toEqual([
    'Alarms api-alarm-5xx-0a1b2c3',
    'GET /v1/pets 5 calls, 1 errors, p50 3 ms, p99 100 ms',
    'Calls and errors calls 5',
  ]);
});
