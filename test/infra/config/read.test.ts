// Config inside a Pulumi program, as the engine passes it: text, with structures as JSON.
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, expect, test } from 'vitest';
import { ProblemsError } from '../../../infra/config/problem.ts';
import { readSettings } from '../../../infra/config/pulumi-config.ts';

beforeAll(async () => {
  const mocks = { newResource: () => ({ id: '', state: {} }), call: () => ({}) };
  await pulumi.runtime.setMocks(mocks, 'petstore', 'production');
});

function failure(): unknown {
  try {
    return readSettings();
  } catch (error) {
    return error;
  }
}

test('settings come from the engine', () => {
  pulumi.runtime.setAllConfig({
    'aws:region': 'eu-west-1',
    'petstore:plan': 'pro',
    'petstore:shards': '4',
    'petstore:protect': 'false',
    'petstore:function': '{"memoryMb":512}',
    'petstore:api': '{"primary":"api.petstore.dev","domains":["petstore.dev"]}',
    'petstore:docs': '{}',
    'petstore:verified': '["petstore.dev"]',
    'cloudflare:apiToken': '{not ours',
  });
  expect(readSettings()).toMatchObject({
    stack: 'production',
    shards: 4,
    protect: false,
    function: { memoryMb: 512, timeoutSeconds: 10 },
    api: { primary: 'api.petstore.dev', domains: ['petstore.dev'] },
    verified: ['petstore.dev'],
  });
});

test('the accounts of the AWS provider come as a structure too', () => {
  const accounts = { 'aws:allowedAccountIds': '["012345678901"]' };
  pulumi.runtime.setAllConfig({ 'aws:region': 'eu-west-1', ...accounts });
  expect(readSettings().allowedAccountIds).toEqual(['012345678901']);
});

test('a bad config is one error that Pulumi shows without a stack trace, unknown keys and all', () => {
  pulumi.runtime.setAllConfig({
    'aws:region': 'eu-west-1',
    'petstore:plans': 'pro',
    'petstore:api': '{"primary":',
  });
  const error = failure() as Error;
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  expect(error.cause).toBeInstanceOf(ProblemsError);
  expect(error.message).toBe(
    [
      'Pulumi.production.yaml has 2 problems; nothing was changed.',
      '',
      '  petstore:plans  is not a setting',
      '                  did you mean "petstore:plan"?',
      '  petstore:api    "{\\"primary\\":" is not a mapping',
      '                  write a mapping',
    ].join('\n'),
  );
});
