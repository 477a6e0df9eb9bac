// The condition key `dynamodb:Attributes`: a role that may write one attribute of an item, through the server.
import { DynamoDBClient, TransactWriteItemsCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDynamoDb } from '../../src/dynamodb/index.ts';
import { attributesOf } from '../../src/dynamodb/request-attributes.ts';
import { createIam } from '../../src/iam/index.ts';
import { resource, testContext } from '../support/cloud.ts';
import { LAMBDA_TRUST } from '../support/role.ts';

describe('the attributes that a request names', () => {
  it.each([
    [{ Key: { id: {} } }, ['id']],
    [{ Item: { id: {}, name: {} } }, ['id', 'name']],
    [
      { Key: { id: {} }, UpdateExpression: 'SET #a.inner[0] = :x, b = if_not_exists(c, :y) REMOVE d' },
      ['id', 'real', 'b', 'c', 'd'],
    ],
    [
      {
        Key: { id: {} },
        UpdateExpression: 'set b=:x',
        ConditionExpression: '(NOT attribute_exists(#a)) and size(e) BETWEEN :x AND f OR g IN (:x)',
      },
      ['id', 'b', 'real', 'e', 'f', 'g'],
    ],
    [{ Key: { id: {} }, AttributeUpdates: { a: {} }, Expected: { b: {} } }, ['id', 'a', 'b']],
  ])('%j', (input, names) => {
    expect(attributesOf({ ...input, ExpressionAttributeNames: { '#a': 'real' } })).toEqual(names);
  });
});

describe('a role with a right to one attribute', () => {
  /** Sends as the role. */
  async function start(): Promise<DynamoDBClient> {
    const context = testContext();
    const identity = createIam(context);
    const dynamodb = createDynamoDb(context, identity);
    await dynamodb.start();
    onTestFinished(() => dynamodb.close());
    const { outputs } = await resource(dynamodb, 'aws:dynamodb/table:Table').create({
      ...{ name: 'keys', hashKey: 'hash', billingMode: 'PAY_PER_REQUEST' },
      attributes: [{ name: 'hash', type: 'S' }],
    });
    const role = await resource(identity, 'aws:iam/role:Role').create({
      ...{ name: 'r', assumeRolePolicy: LAMBDA_TRUST },
    });
    const Condition = { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['hash', 'lastDay'] } };
    const Statement = { Effect: 'Allow', Action: 'dynamodb:UpdateItem', Resource: outputs.arn, Condition };
    const policy = JSON.stringify({ Version: '2012-10-17', Statement });
    await resource(identity, 'aws:iam/rolePolicy:RolePolicy').create({ name: 'p', role: 'r', policy });
    const credentials = identity.assume(String(role.outputs.arn), 'session');
    const client = new DynamoDBClient({
      ...{ endpoint: dynamodb.endpoint, credentials, region: 'eu-west-1', maxAttempts: 1 },
    });
    onTestFinished(() => client.destroy());
    return client;
  }

  const table = { TableName: 'keys', Key: { hash: { S: 'a' } } };
  const update = { ...table, ExpressionAttributeValues: { ':day': { S: '2026-11-21' } } };

  it('writes it, by name or by placeholder', async () => {
    const client = await start();
    await client.send(new UpdateItemCommand({ ...update, UpdateExpression: 'SET lastDay = :day' }));
    const condition = {
      UpdateExpression: 'SET #d = :day',
      ConditionExpression: 'attribute_exists(#h)',
      ExpressionAttributeNames: { '#d': 'lastDay', '#h': 'hash' },
    };
    await client.send(new UpdateItemCommand({ ...update, ...condition }));
  });

  it.each([
    ['another one', { UpdateExpression: 'SET expiresAt = :day' }],
    ['another one beside it', { UpdateExpression: 'SET lastDay = :day, expiresAt = :day' }],
    [
      'another one behind its name',
      { UpdateExpression: 'SET #d = :day', ExpressionAttributeNames: { '#d': 'owner' } },
    ],
    [
      'a condition on another one',
      { UpdateExpression: 'SET lastDay = :day', ConditionExpression: 'a = :day' },
    ],
  ])('does not write %s', async (_case, part) => {
    const client = await start();
    const input = { ...update, ...part };
    const refused = { name: 'AccessDeniedException' };
    await expect(client.send(new UpdateItemCommand(input))).rejects.toMatchObject(refused);
    const transaction = new TransactWriteItemsCommand({ TransactItems: [{ Update: input }] });
    await expect(client.send(transaction)).rejects.toMatchObject(refused);
  });
});
