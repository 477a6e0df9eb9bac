// The service's own client behind the same two reads.
import { dynamoFromEnvironment } from '../../service/dynamo/client.ts';
import type { Reads } from './pets.ts';

const dynamo = dynamoFromEnvironment(process.env);

export const reads: Reads = {
  getItem: (input) => dynamo.call('GetItem', input),
  query: (input) => dynamo.call('Query', input),
};
