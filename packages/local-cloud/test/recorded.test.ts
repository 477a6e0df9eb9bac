// Recorded types: which inputs are required, which replace, what the ids and outputs are, and what an import finds.
import { expect, it } from 'vitest';
import { createRecorded } from '../src/recorded/index.ts';
import { checkInputs } from '../src/resources/registry.ts';
import { operation, resource, testContext } from './support/cloud.ts';

/** For each form of an id: the required inputs | those that replace | the id, each input being its own name | the ARN. */
const FORMS = {
  'iam/role:Role': 'name assumeRolePolicy | name path | name | arn:aws:iam::1:role/name',
  'iam/rolePolicy:RolePolicy': 'name role policy | name role | role:name',
  'cloudwatch/metricAlarm:MetricAlarm':
    'name comparisonOperator evaluationPeriods | name | name | arn:aws:cloudwatch:eu:1:alarm:name',
  'cloudwatch/eventTarget:EventTarget': 'rule targetId arn | rule targetId | rule-targetId',
  'sns/topic:Topic': 'name | name | arn:aws:sns:eu:1:name | arn:aws:sns:eu:1:name',
  'codedeploy/application:Application':
    'name | computePlatform | UUID:name | arn:aws:codedeploy:eu:1:application:name',
  'backup/plan:Plan': 'name rules | name | UUID | arn:aws:backup:eu:1:backup-plan:UUID',
};

it.each(Object.entries(FORMS))('%s', async (name, columns) => {
  const type = `aws:${name}`;
  const [needs = '', replaces, id = '', arn] = columns.split('|').map((column) => column.trim());
  const handler = createRecorded(testContext({ accountId: '1' })).handlers.find((one) => one.type === type);
  if (handler === undefined) throw new Error(type);
  const names = needs.split(' ');
  const missing = names.filter((name) => name !== handler.autoname).sort();
  expect(checkInputs(handler, 'orders', { colour: 'red' }, undefined).failures).toEqual([
    ...missing.map((property) => ({ property, reason: `${type}: ${property}: is required` })),
    { property: 'colour', reason: expect.stringContaining('"colour"') },
  ]);
  expect(handler.replaceOn.join(' ')).toBe(replaces);
  const inputs = Object.fromEntries(names.map((name) => [name, name]));
  const created = await handler.create(inputs as never, operation('eu'));
  const pattern = (text: string) => new RegExp(`^${text.replace('UUID', '[0-9a-f-]{36}')}$`);
  expect(created.id).toMatch(pattern(id));
  if (arn !== undefined) expect(created.computed).toMatchObject({ arn: expect.stringMatching(pattern(arn)) });
});

const group = { appName: 'shop', serviceRoleArn: 'role' };
const filter = { name: 'errors', pattern: 'x', metricTransformation: {} };

it.each([
  ['iam/role:Role', { name: 'r', assumeRolePolicy: '{}', path: '/shop/' }, 'r'],
  ['cloudwatch/logMetricFilter:LogMetricFilter', { ...filter, logGroupName: '/a' }, '/a:errors'],
  ['cloudwatch/eventTarget:EventTarget', { rule: 'r', targetId: 't', arn: 'a' }, 'r/t'],
  ['codedeploy/application:Application', { name: 'shop' }, 'shop'],
  ['codedeploy/deploymentGroup:DeploymentGroup', { ...group, deploymentGroupName: 'live' }, 'shop:live'],
] as const)('%s is imported by its key', async (type, inputs, key) => {
  const recorded = resource(createRecorded(testContext()), `aws:${type}`);
  const created = await recorded.create(inputs);
  expect(await recorded.read(key)).toMatchObject({ id: created.id, inputs });
  expect(await recorded.read(created.id, inputs)).toMatchObject({ id: created.id });
});

it('a resource with a new name is found under it alone, and in its region alone', async () => {
  const recorded = createRecorded(testContext());
  const { create, update, delete: remove } = resource(recorded, 'aws:codedeploy/application:Application');
  const { id } = await create({ name: 'old' });
  await update(id, { name: 'new' }, { name: 'old' });
  const find = (name: string, region = 'eu-west-1') =>
    recorded.find('aws:codedeploy/application:Application', region, name);
  expect(find('old')).toBeUndefined();
  expect(find('new')).toMatchObject({ id, computed: { arn: expect.stringMatching(/:application:new$/) } });
  expect(find('new', 'us-east-1')).toBeUndefined();
  await remove(id, { name: 'new' });
  expect(find('new')).toBeUndefined();
});
