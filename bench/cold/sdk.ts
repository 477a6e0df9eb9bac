// The AWS SDK's client, made as its documentation does.
import { DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Reads } from './pets.ts';

const client = new DynamoDBClient({});

export const reads = {
  getItem: (input) => client.send(new GetItemCommand(input)),
  query: (input) => client.send(new QueryCommand(input)),
} as Reads;
