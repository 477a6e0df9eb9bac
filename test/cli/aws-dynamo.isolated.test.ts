// DynamoDB in AWS, as the commands reach it: with the credentials of every AWS tool, and at the endpoint that those read.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awsDynamo } from '../../cli/aws-dynamo.ts';

let server: Server;
let asked: object[];
beforeEach(async () => {
  asked = [];
  server = createServer(({ headers }, response) => {
    const { authorization = '', 'x-amz-target': target, 'x-amz-security-token': token } = headers;
    asked.push({ scope: /Credential=(\w+)\/\d+\/([\w-]+)\//.exec(authorization)?.slice(1), target, token });
    response.end('{"TableNames":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'token');
  vi.stubEnv('AWS_PROFILE', undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('the endpoint of the variable is asked, with the credentials and in the region', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const dynamo = await awsDynamo('eu-central-1');
  expect(await dynamo.call('ListTables', {})).toEqual({ TableNames: [] });
  expect(asked).toEqual([
    { scope: ['AKIAEXAMPLE', 'eu-central-1'], target: 'DynamoDB_20120810.ListTables', token: 'token' },
  ]);
});

test('a variable that is empty, as in a script, is none: the endpoint of the region', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', '');
  await expect(awsDynamo('eu-central-1')).resolves.toHaveProperty('call');
});
