// Recorded types: which names are required, what the physical ids are, and what an import finds.
import { expect, it } from 'vitest';
import { createRecorded, RECORDED } from '../src/recorded/index.ts';
import { checkInputs } from '../src/resources/registry.ts';
import { operation, resource, testContext } from './support/cloud.ts';

const ACCOUNT = '123456789012';

it.each(Object.keys(RECORDED))('%s refuses every name that is missing or unknown, all at once', (type) => {
  const handler = createRecorded(testContext()).handlers.find((one) => one.type === type);
  if (handler === undefined) throw new Error(type);
  const { failures } = checkInputs(handler, 'orders', { colour: 'red' }, undefined);
  expect(failures.at(-1)?.reason).toBe(`${type}: the local cloud has no property "colour"`);
  const missing = failures.slice(0, -1).map(({ property }) => property);
  expect(failures.slice(0, -1).every(({ reason }) => reason.endsWith(': is required'))).toBe(true);
  const complete = Object.fromEntries(missing.map((name) => [name, 'given']));
  expect(checkInputs(handler, 'orders', complete, undefined).failures).toEqual([]);
  const needed = handler.autoname === undefined ? missing : [handler.autoname, ...missing];
  expect(needed).not.toEqual([]);
});

const filter = { name: 'errors', pattern: 'x', metricTransformation: {} };
const group = { appName: 'shop', serviceRoleArn: 'role' };

it.each([
  ['aws:iam/role:Role', { name: 'r', assumeRolePolicy: '{}', path: '/shop/' }, /^r$/, 'r'],
  ['aws:iam/rolePolicy:RolePolicy', { name: 'p', role: 'r', policy: '{}' }, /^r:p$/, 'r:p'],
  [
    'aws:cloudwatch/logMetricFilter:LogMetricFilter',
    { ...filter, logGroupName: '/a' },
    /^errors$/,
    '/a:errors',
  ],
  ['aws:cloudwatch/eventTarget:EventTarget', { rule: 'r', targetId: 't', arn: 'a' }, /^r-t$/, 'r/t'],
  ['aws:codedeploy/application:Application', { name: 'shop' }, /^[0-9a-f-]{36}:shop$/, 'shop'],
  [
    'aws:codedeploy/deploymentGroup:DeploymentGroup',
    { ...group, deploymentGroupName: 'live' },
    /^[0-9a-f-]{36}$/,
    'shop:live',
  ],
  [
    'aws:sns/topic:Topic',
    { name: 'ops' },
    /^arn:aws:sns:eu-west-1:123456789012:ops$/,
    `arn:aws:sns:eu-west-1:${ACCOUNT}:ops`,
  ],
] as const)('%s has its id, and is imported by its key', async (type, inputs, id, key) => {
  const recorded = resource(createRecorded(testContext()), type);
  const created = await recorded.create(inputs);
  expect(created.id).toMatch(id);
  expect(await recorded.read(key)).toMatchObject({ id: created.id, inputs });
  expect(await recorded.read(created.id, inputs)).toMatchObject({ id: created.id });
});

it('a resource with a new name is no longer found under the old one', async () => {
  const recorded = createRecorded(testContext());
  const { create, update, delete: remove } = resource(recorded, 'aws:codedeploy/application:Application');
  const { id } = await create({ name: 'old' });
  await update(id, { name: 'new' }, { name: 'old' });
  const find = (name: string) => recorded.find('aws:codedeploy/application:Application', 'eu-west-1', name);
  expect(find('old')).toBeUndefined();
  expect(find('new')).toMatchObject({ id, computed: { arn: expect.stringMatching(/:application:new$/) } });
  await remove(id, { name: 'new' });
  expect(find('new')).toBeUndefined();
});

it('filters of two groups may have one name, and so may resources of two regions', async () => {
  const recorded = createRecorded(testContext());
  const type = 'aws:cloudwatch/logMetricFilter:LogMetricFilter';
  const filters = resource(recorded, type);
  await filters.create({ ...filter, logGroupName: '/a' });
  await filters.create({ ...filter, logGroupName: '/b' });
  await filters.delete('errors', { ...filter, logGroupName: '/a' });
  expect(recorded.resources(type).map(({ inputs }) => inputs.logGroupName)).toEqual(['/b']);
  const handler = recorded.handlers.find((one) => one.type === type);
  expect(await handler?.read('/b:errors', operation('us-east-1'))).toBeUndefined();
});
