// A local DynamoDB on a free port, and clients of it, for the suites of tables.
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { onTestFinished } from 'vitest';
import { createDynamoDb } from '../../src/dynamodb/index.ts';
import { createEndpoint } from '../../src/endpoint/index.ts';
import { type Credentials, createIam } from '../../src/iam/index.ts';
import { resource, type TestContext, testContext } from '../support/cloud.ts';

/** Stops after the test; a context of an earlier one has its tables. */
export async function start(context: TestContext = testContext()) {
  const identity = createIam(context);
  const dynamodb = createDynamoDb(context);
  const endpoint = createEndpoint(context, identity, () => ({ dynamodb: dynamodb.api }), dynamodb.open);
  await endpoint.start();
  onTestFinished(endpoint.close);
  /** With the administrator's credentials, or with others. `systemClockOffset`: by how many ms its clock is ahead. */
  const connect = (credentials: Credentials = identity.administrator, systemClockOffset = 0) => {
    const client = new DynamoDB({
      ...{ endpoint: endpoint.url, credentials, systemClockOffset },
      ...{ region: 'eu-west-1', maxAttempts: 1 },
    });
    onTestFinished(() => client.destroy());
    return client;
  };
  const table = resource(dynamodb, 'aws:dynamodb/table:Table');
  return { context, identity, dynamodb, endpoint, close: endpoint.close, connect, table };
}

/** A table of items by their `id`, a string or a number, with an index by that attribute, and in it by `id`. */
export const tableBy = (name: string, attribute: string, type: 'S' | 'N') => ({
  ...{ name, hashKey: 'id', billingMode: 'PAY_PER_REQUEST' },
  attributes: [
    { name: 'id', type },
    { name: attribute, type: 'S' },
  ],
  globalSecondaryIndexes: [
    {
      ...{ name: `by-${attribute}`, projectionType: 'ALL' },
      keySchemas: [
        { attributeName: attribute, keyType: 'HASH' },
        { attributeName: 'id', keyType: 'RANGE' },
      ],
    },
  ],
});
