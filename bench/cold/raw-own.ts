// Peer: a raw handler with the service's own client. Nothing with the same responses can load much faster.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { dynamoFromEnvironment } from '../../service/dynamo/client.ts';
import { isKeyGood, type Reads, readPage } from './pets.ts';

type Answer = APIGatewayProxyStructuredResultV2;

const dynamo = dynamoFromEnvironment(process.env);
const reads: Reads = {
  getItem: (input) => dynamo.call('GetItem', input),
  query: (input) => dynamo.call('Query', input),
};

export async function handler(event: APIGatewayProxyEventV2): Promise<Answer> {
  const { rawPath, headers, queryStringParameters } = event;
  if (rawPath !== '/v1/pets') return answer(404, { code: 'not_found' });
  if (!(await isKeyGood(reads, headers.authorization))) return answer(401, { code: 'unauthorized' });
  return answer(200, await readPage(reads, Number(queryStringParameters?.limit ?? 20)));
}

function answer(statusCode: number, body: unknown): Answer {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
