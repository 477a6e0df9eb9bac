// The AWS SDK's client, created as in its documentation.
import { DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Reads } from './pets.ts';

const client = new DynamoDBClient({});

export const reads = {
  getItem: (input) => client.send(new GetItemCommand(input as never)),
  query: (input) => client.send(new QueryCommand(input as never)),
} as Reads;
