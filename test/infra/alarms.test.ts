// What to do about each alarm, and the metric filter of the alarm on 429: it matches the access log's lines of throttled requests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatAccessLog } from '../../packages/local-cloud/src/apigatewayv2/exchange.ts';
import {
  matchesPattern,
  parseEvent,
  parseFilterPattern,
  selected,
} from '../../packages/local-cloud/src/codedeploy/filter-pattern.ts';
import { goldenResources } from './golden-resources.ts';

const operations = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');

test('each alarm links to what to do about it, and each of those headings is linked', () => {
  const [, section = ''] = operations.split('\n## Alarms\n');
  const [own = ''] = section.split('\n## ');
  const headings = [...own.matchAll(/^### ([a-z0-9-]+)$/gm)].map(([, heading]) => heading);
  const links = goldenResources('production').flatMap(({ inputs: { alarmDescription } }) =>
    alarmDescription === undefined
      ? []
      : [/docs\/operations\.md#([a-z0-9-]+)$/.exec(String(alarmDescription))?.[1]],
  );
  expect(links.length).toBeGreaterThan(20);
  expect([...new Set(links)].sort()).toEqual(headings.sort());
});

const inputsOf = (resource: string) =>
  goldenResources('staging').find(({ name }) => name === resource)?.inputs ?? {};
const { format } = inputsOf('api-gateway-stage').accessLogSettings as { readonly format: string };
const { pattern, metricTransformation } = inputsOf('api-alarm-429-count');
const { dimensions } = metricTransformation as { readonly dimensions: Readonly<Record<string, string>> };

test.each([200, 401, 404, 429, 500])('of a response %i', (status) => {
  const line = parseEvent(formatAccessLog(format, { status, apiId: 'a1b2c3d4e5' }));
  const parsed = parseFilterPattern(pattern as string);
  expect(parsed && matchesPattern(parsed, line)).toBe(status === 429);
  expect(selected(line, dimensions.ApiId ?? '')).toBe('a1b2c3d4e5');
});
