// The DynamoDB client: which requests it repeats, how often, its errors, its signatures and addresses, and what it takes from
// Lambda's environment.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test, vi } from 'vitest';
import { AWS_REGIONS } from '../../infra/config/regions.ts';
import { type AttemptReport, dynamodbEndpoint, dynamoFromEnvironment } from '../../service/dynamo/client.ts';
import { StoreUnavailableError } from '../../service/dynamo/errors.ts';
import { createSigner } from '../../service/dynamo/sign.ts';
import { listen } from '../cli/listen.ts';

/** Gives the answer each time. */
async function open(status: number, answer: object, more: NodeJS.ProcessEnv = {}) {
  const received: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    response.writeHead(status).end(JSON.stringify(answer));
  });
  const environment = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${await listen(server)}`,
    ...more,
  };
  const reports: AttemptReport[] = [];
  const dynamo = dynamoFromEnvironment(environment, (attempt) => void reports.push(attempt));
  return { received, environment, dynamo, reports };
}

test('three tries are enough, each reported, with a random part of a time that doubles in between', async () => {
  const { received, dynamo, reports } = await open(500, {
    __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
  });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const timer = vi.spyOn(globalThis, 'setTimeout');
  await expect(dynamo.call('GetItem', {})).rejects.toBeInstanceOf(StoreUnavailableError);
  const waits = timer.mock.calls.map(([, ms]) => ms).filter((ms) => ms === undefined || ms < 1_000);
  expect(waits).toEqual([25, 50]);
  expect(received).toHaveLength(3);
  expect(reports).toMatchObject(
    [1, 2, 3].map((attempt) => ({ operation: 'GetItem', attempt, error: 'InternalServerError' })),
  );
});

test.each([
  [{}, undefined],
  [{ AWS_SESSION_TOKEN: '' }, undefined],
  [{ AWS_SESSION_TOKEN: 'token' }, 'token'],
])('what is sent is what is signed, with the session token of a role: %j', async (more, sessionToken) => {
  const { received, dynamo, reports } = await open(200, {}, more);
  await dynamo.call('GetItem', { a: 'ž' });
  const [{ method, url, headers, body } = { headers: {}, body: '' }] = received;
  expect(headers['x-amz-security-token']).toBe(sessionToken);
  const { host = '', 'content-type': type = '', 'x-amz-target': target = '' } = headers;
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken };
  const sign = createSigner(credentials, 'eu-west-1', 'dynamodb');
  const date = String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..)/, '$1-$2-$3:$4:$5');
  const signable = { host, 'content-type': type, 'x-amz-target': String(target) };
  expect(headers.authorization).toBe(sign(signable, body, Date.parse(date)).authorization);
  expect([method, url]).toEqual(['POST', '/']);
  expect(target).toBe('DynamoDB_20120810.GetItem');
  expect(reports).toEqual([{ operation: 'GetItem', attempt: 1, ms: expect.any(Number) }]);
});

test('what is aborted before anything was sent is not an attempt', async () => {
  const { received, dynamo, reports } = await open(200, {});
  await expect(dynamo.call('GetItem', {}, AbortSignal.abort())).rejects.toThrow('aborted');
  expect([received, reports]).toEqual([[], []]);
});

test.each(['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])('%s must be there', async (name) => {
  const { environment } = await open(200, {});
  expect(() => dynamoFromEnvironment({ ...environment, [name]: '' })).toThrow(name);
});

const host = 'example.amazonaws.com';
const form = { host, 'content-type': 'application/x-www-form-urlencoded' };

test.each([
  ['post-vanilla', { host }, '', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    ...(['post-x-www-form-urlencoded', form, 'Param1=value1'] as const),
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
])("a signature is that of AWS's published test suite: %s", (_name, headers, body, signature) => {
  const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
  const sign = createSigner({ accessKeyId: 'AKIDEXAMPLE', secretAccessKey }, 'us-east-1', 'service');
  const { authorization } = sign(headers, body, Date.UTC(2015, 7, 30, 12, 36));
  expect(authorization?.split('Signature=')[1]).toBe(signature);
});

test('the address in each region of a stack is that of the SDK', () => {
  const { endpointProvider } = new DynamoDBClient({ region: 'eu-west-1' }).config;
  const of = (Region: string) => endpointProvider({ Region, UseDualStack: false, UseFIPS: false }).url;
  const own = AWS_REGIONS.map((region) => `${dynamodbEndpoint(region)}/`);
  expect(own).toEqual(AWS_REGIONS.map((region) => String(of(region))));
});
