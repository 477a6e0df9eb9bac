// What to do about each alarm, and the metric filter of the alarm on 429: it matches the access log's lines of throttled requests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatAccessLog } from '../../packages/local-cloud/src/apigatewayv2/exchange.ts';
import { dimensionsOf } from '../../packages/local-cloud/src/codedeploy/alarms.ts';
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

interface Inputs {
  readonly accessLogSettings: { readonly format: string; readonly destinationArn: string };
  readonly pattern: string;
  readonly metricTransformation: { readonly dimensions: Readonly<Record<string, string>> };
}

const inputsOf = (resource: string) =>
  goldenResources('staging').find(({ name }) => name === resource)?.inputs as unknown as Inputs;
const { format, destinationArn } = inputsOf('api-gateway-stage').accessLogSettings;
const { pattern, metricTransformation } = inputsOf('api-alarm-429-count');

test("the access log's group is one that adds nothing to the account's resource policy", () => {
  expect(destinationArn).toMatch(/^arn:\/aws\/vendedlogs\//);
});

test('the access log has no path, in which a key may be', () => expect(format).not.toMatch(/path|query/i));

test.each([200, 401, 404, 429, 500])('of a response %i', (status) => {
  const line = JSON.parse(formatAccessLog(format, { status, apiId: 'a1b2c3d4e5' }));
  const counted = status === 429 ? { ApiId: 'a1b2c3d4e5' } : undefined;
  expect(dimensionsOf({ pattern, metricTransformation }, line)).toEqual(counted);
});
