// Who may use the local DynamoDB's port: whoever has this run's secret, names a loopback host, and signed just now.
import { STS } from '@aws-sdk/client-sts';
import { expect, it } from 'vitest';
import { isTimely } from '../../src/endpoint/signature.ts';
import { namesLoopback } from '../../src/ingress/requests.ts';
import { httpClient } from '../support/client.ts';
import { start } from './start.ts';

it('the secret is another one in each run, and is not logged', async () => {
  const [{ context, identity, connect }, other] = [await start(), await start()];
  expect(identity.administrator.secretAccessKey).toHaveLength(40);
  for (const own of [identity.administrator, identity.openSession()])
    expect((await connect(own).listTables({})).TableNames).toEqual([]);
  await expect(connect(other.identity.administrator).listTables({})).rejects.toMatchObject({
    name: 'InvalidSignatureException',
  });
  expect(context.lines.join()).not.toContain(identity.administrator.secretAccessKey);
});

it.each([
  ['an unknown key', { accessKeyId: 'AKIANOBODY' }, 0, 'UnrecognizedClientException'],
  ['a token that it does not have', { sessionToken: 'x' }, 0, 'UnrecognizedClientException'],
  ['a signature of 16 minutes ago', {}, -16, 'InvalidSignatureException'],
])('refuses %s', async (_case, changed, minutes, name) => {
  const { identity, connect } = await start();
  const client = connect({ ...identity.administrator, ...changed }, minutes * 60_000);
  await expect(client.listTables({})).rejects.toMatchObject({ name });
});

it('tells the administrator who it is, as STS; a session, and an unknown key, it refuses by the names of STS', async () => {
  const { identity, endpoint } = await start();
  const caller = (credentials: typeof identity.administrator) =>
    new STS({ endpoint: endpoint.url, region: 'eu-west-1', credentials, maxAttempts: 1 }).getCallerIdentity();
  expect(await caller(identity.administrator)).toMatchObject({ Account: '123456789012' });
  await expect(caller(identity.openSession())).rejects.toMatchObject({ name: 'InvalidAction' });
  const unknown = { ...identity.administrator, accessKeyId: 'AKIANOBODY' };
  await expect(caller(unknown)).rejects.toMatchObject({ name: 'InvalidClientTokenId' });
});

it('refuses a host that is not the loopback, and a request without a signature', async () => {
  const { endpoint } = await start();
  const ask = (host: string) =>
    httpClient(Number(new URL(endpoint.url).port))(host, '/', { method: 'POST', body: '{}' });
  const evil = { status: 403, headers: { connection: 'close' }, body: expect.stringContaining('loopback') };
  expect(await ask('evil.example')).toMatchObject(evil);
  const { status, body } = await ask('localhost');
  expect([status, body]).toEqual([403, expect.stringContaining('MissingAuthenticationToken')]);
});

it.each([
  ['evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['evil-localhost', false],
  ['127.0.0.1:8000', true],
  ['dynamodb.localhost:8000', true],
  ['[::1]:8000', true],
])('%s is the loopback: %s', (host, expected) => {
  expect(namesLoopback({ headers: { host } } as never)).toBe(expected);
});

it.each([
  ['20260101T235500Z', '20260101', true],
  ['20260101T235459Z', '20260101', false],
  ['20260102T002500Z', '20260102', true],
  ['20260102T002501Z', '20260102', false],
  ['20260102T001000Z', '20260101', false],
  ['', '20260102', false],
  ['2026-01-02T00:10:00Z', '2026-01-', false],
])('a signature of %s, of the scope %s, is valid at ten past midnight: %s', (time, day, expected) => {
  expect(isTimely(time, day, Date.UTC(2026, 0, 2, 0, 10))).toBe(expected);
});
