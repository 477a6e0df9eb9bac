// Refusals carry the service's code once.
import { expect, it, onTestFinished } from 'vitest';
import { createDynamoDb } from '../src/dynamodb/index.ts';
import { createIam } from '../src/iam/index.ts';
import { ServiceError } from '../src/service-error.ts';
import { resource, testContext } from './support/cloud.ts';

it('has the code, the message and the status', () => {
  const error = new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);
  expect(error).toMatchObject({ name: 'ServiceError', code: 'NoSuchBucket', status: 404 });
  expect(error.message).toBe('NoSuchBucket: The specified bucket does not exist');
});

it('of dynalite, which answers over HTTP, has the code once', async () => {
  const context = testContext();
  const dynamodb = createDynamoDb(context, createIam(context));
  await dynamodb.start();
  onTestFinished(() => dynamodb.close());
  const withoutCapacity = { name: 'keys', hashKey: 'hash', attributes: [{ name: 'hash', type: 'S' }] };
  await expect(resource(dynamodb, 'aws:dynamodb/table:Table').create(withoutCapacity)).rejects.toMatchObject({
    code: 'ValidationException',
    message:
      'ValidationException: One or more parameter values were invalid: ' +
      'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
  });
});
