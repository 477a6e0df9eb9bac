// A fixture with roles, DynamoDB's endpoint and Lambda, and a way to deploy small functions.
import { onTestFinished } from 'vitest';
import { createReleaseAlarms } from '../../src/codedeploy/alarms.ts';
import { createIam } from '../../src/iam/index.ts';
import { createLambda } from '../../src/lambda/index.ts';
import { createRecorded } from '../../src/recorded/index.ts';
import { resource, type TestContext, testContext } from './cloud.ts';

const LAMBDA = 'aws:lambda/function:Function';
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
  const handler = resource(functions, LAMBDA);
  return {
    context,
    identity,
    functions,
    recorded,
    alarms,
    handler,
    alias: resource(functions, 'aws:lambda/alias:Alias'),
    permission: resource(functions, 'aws:lambda/permission:Permission'),
    /** Deploys CommonJS code as `index.js`; returns the ARN. */
    async deploy(code: string, settings: object = {}): Promise<string> {
      const { outputs } = await handler.create(functionOf(code, settings));
      return String(outputs.arn);
    },
  };
}

export function functionOf(code: string, settings: object = {}): object {
  const given = { name: 'orders', handler: 'index.handler', runtime: 'nodejs24.x', role: ROLE };
  return { ...given, code: { 'index.js': code }, ...settings };
}
