// The DynamoDB client as Lambda's environment makes it: whose credentials sign, how long it waits, how much it opens.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type AttemptReport, dynamoFromEnvironment } from '../../service/dynamo/client.ts';

afterEach(() => void vi.restoreAllMocks());

async function open(status: number, more: NodeJS.ProcessEnv = {}, delayMs = 0) {
  const received: IncomingHttpHeaders[] = [];
  let most = 0;
  const server = createServer(async (request, response) => {
    received.push(request.headers);
    server.getConnections((_, count) => {
      most = Math.max(most, count);
    });
    if (delayMs > 0) await sleep(delayMs);
    response.writeHead(status).end(status === 200 ? '{}' : '{"__type":"x#InternalServerError"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const environment = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...more,
  };
  const reports: AttemptReport[] = [];
  const dynamo = dynamoFromEnvironment(environment, (attempt) => void reports.push(attempt));
  return { received, connections: () => most, environment, dynamo, reports };
}

test("a role's session token is sent and signed: without it AWS knows no such key", async () => {
  const { received, dynamo } = await open(200, { AWS_SESSION_TOKEN: 'token' });
  await dynamo.call('GetItem', {});
  expect(received[0]?.['x-amz-security-token']).toBe('token');
  expect(received[0]?.authorization).toMatch(/SignedHeaders=[^,]*x-amz-security-token/);
});

test.each([{ AWS_SESSION_TOKEN: '' }, {}])("a user's key has none: %j", async (more) => {
  const { received, dynamo } = await open(200, more);
  await dynamo.call('GetItem', {});
  expect(received[0]).not.toHaveProperty('x-amz-security-token');
});

test.each(['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])('%s must be there', async (name) => {
  const { environment } = await open(200);
  expect(() => dynamoFromEnvironment({ ...environment, [name]: '' })).toThrow(name);
});

test('between tries it waits a random part of a time that doubles', async () => {
  const { dynamo } = await open(500);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const timer = vi.spyOn(globalThis, 'setTimeout');
  await expect(dynamo.call('GetItem', {})).rejects.toThrow();
  const waits = timer.mock.calls.map(([, ms]) => ms).filter((ms) => ms === undefined || ms < 1_000);
  expect(waits).toEqual([25, 50]);
});

test('each try is reported, with the name of its error', async () => {
  const failing = await open(500);
  await expect(failing.dynamo.call('GetItem', {})).rejects.toThrow();
  expect(failing.reports).toMatchObject(
    [1, 2, 3].map((attempt) => ({ operation: 'GetItem', attempt, error: 'InternalServerError' })),
  );
  const { dynamo, reports } = await open(200);
  await dynamo.call('GetItem', {});
  expect(reports).toEqual([
    { operation: 'GetItem', attempt: 1, ms: expect.any(Number), error: undefined, requestId: undefined },
  ]);
});

test('it opens at most 256 connections at once', async () => {
  const { received, connections, dynamo } = await open(200, {}, 100);
  await Promise.all(Array.from({ length: 300 }, () => dynamo.call('GetItem', {})));
  expect(received).toHaveLength(300);
  expect(connections()).toBe(256);
});
