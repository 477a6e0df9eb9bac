// Peers without a framework: the smallest possible handler.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { isKeyGood, type Reads, readPage } from './pets.ts';

type Handler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

export function createRawHandler(reads: Reads): Handler {
  return async ({ rawPath, headers, queryStringParameters }) => {
    if (rawPath !== '/v1/pets') return answer(404, { code: 'not_found' });
    if (!(await isKeyGood(reads, headers.authorization))) return answer(401, { code: 'unauthorized' });
    return answer(200, await readPage(reads, Number(queryStringParameters?.limit ?? 20)));
  };
}

function answer(statusCode: number, body: unknown): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
