// A fixture with roles, DynamoDB's endpoint and Lambda, and small functions.
import { onTestFinished } from 'vitest';
import { createReleaseAlarms } from '../../src/codedeploy/alarms.ts';
import { createIam } from '../../src/iam/index.ts';
import { createLambda } from '../../src/lambda/index.ts';
import { createRecorded } from '../../src/recorded/index.ts';
import { resource, type TestContext, testContext } from './cloud.ts';

export const ROLE = 'arn:aws:iam::123456789012:role/orders';

/** Ends its functions after the test. */
export async function lambda(context: TestContext = testContext()) {
  const identity = createIam(context);
  const recorded = createRecorded(context);
  const alarms = createReleaseAlarms(recorded);
  const functions = createLambda(context, {
    ...{ identity, counts: alarms, dynamodb: () => 'http://127.0.0.1:9' },
  });
  onTestFinished(() => functions.close());
  await resource(recorded, 'aws:iam/role:Role').create({ name: 'orders', assumeRolePolicy: '{}' });
  return {
    ...{ context, identity, functions, recorded, alarms },
    handler: resource(functions, 'aws:lambda/function:Function'),
    alias: resource(functions, 'aws:lambda/alias:Alias'),
    permission: resource(functions, 'aws:lambda/permission:Permission'),
  };
}

/** The same with CommonJS code as `index.js` of a function, which `invoke` calls. */
export async function deployed(code: string, settings: object = {}, context?: TestContext) {
  const fixture = await lambda(context);
  const { outputs } = await fixture.handler.create(functionOf(code, settings));
  const arn = String(outputs.arn);
  return { ...fixture, outputs, arn, invoke: (event: object = {}) => fixture.functions.invoke(arn, event) };
}

export function functionOf(code: string, settings: object = {}): object {
  const given = { name: 'orders', handler: 'index.handler', runtime: 'nodejs24.x', role: ROLE };
  return { ...given, code: { 'index.js': code }, ...settings };
}
