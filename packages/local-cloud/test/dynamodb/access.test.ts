// Who may use the local DynamoDB's port: whoever has this run's secret, names a loopback host, and signed just now.
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDynamoDb } from '../../src/dynamodb/index.ts';
import { refusedTime } from '../../src/endpoint/signature-time.ts';
import { type Credentials, createIam } from '../../src/iam/index.ts';
import { httpClient } from '../support/client.ts';
import { testContext } from '../support/cloud.ts';

async function start() {
  const context = testContext();
  const identity = createIam(context);
  const dynamodb = createDynamoDb(context, identity);
  await dynamodb.start();
  onTestFinished(() => dynamodb.close());
  return { context, identity, dynamodb };
}

/** Lists the tables. `skewMs`: by how much the client's clock is ahead. */
async function list(endpoint: string, credentials: Credentials, skewMs = 0): Promise<readonly string[]> {
  const client = new DynamoDBClient({
    ...{ endpoint, credentials, region: 'eu-west-1', maxAttempts: 1, systemClockOffset: skewMs },
  });
  onTestFinished(() => client.destroy());
  return (await client.send(new ListTablesCommand({}))).TableNames ?? [];
}

describe('the secret', () => {
  it('is another one in each run, and is not logged', async () => {
    const [first, second] = [await start(), await start()];
    const [one, other] = [first.identity.administrator, second.identity.administrator];
    expect(one.secretAccessKey).toHaveLength(40);
    expect(one.secretAccessKey).not.toBe(other.secretAccessKey);
    expect(await list(first.dynamodb.endpoint, one)).toEqual([]);
    await expect(list(first.dynamodb.endpoint, other)).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    });
    expect(first.context.lines.join()).not.toContain(one.secretAccessKey);
  });
});

describe('the host', () => {
  const ask = async (host: string) => {
    const { dynamodb } = await start();
    const { port } = new URL(dynamodb.endpoint);
    return httpClient(Number(port))(host, '/', { method: 'POST', body: '{}' });
  };

  it.each([
    'evil.example',
    'evil.example:8000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil-localhost',
    '10.0.0.1',
    '0.0.0.0',
    '[fd00::1]:8000',
  ])('%j is refused with 403', async (host) =>
    expect(await ask(host)).toMatchObject({ status: 403, headers: { connection: 'close' } }),
  );

  it.each([
    '127.0.0.1:8000',
    '127.0.0.1',
    'localhost:8000',
    'LOCALHOST',
    'dynamodb.localhost:8000',
    '[::1]:8000',
    '127.9.9.9',
  ])('%j is taken, and the signature is asked for', async (host) => {
    const { status, body } = await ask(host);
    expect([status, body]).toEqual([400, expect.stringContaining('MissingAuthenticationToken')]);
  });
});

describe('the time of the signature', () => {
  const MINUTE = 60_000;

  it.each([-14, 0, 14])('%i minutes from now is taken', async (minutes) => {
    const { identity, dynamodb } = await start();
    expect(await list(dynamodb.endpoint, identity.administrator, minutes * MINUTE)).toEqual([]);
  });

  it.each([
    [-16, /^Signature expired: \d{8}T\d{6}Z is now earlier than \d{8}T\d{6}Z \(\d{8}T\d{6}Z - 15 min\.\)$/],
    [
      16,
      /^Signature not yet current: \d{8}T\d{6}Z is still later than \d{8}T\d{6}Z \(\d{8}T\d{6}Z \+ 15 min\.\)$/,
    ],
  ])("%i minutes from now is refused in the service's words", async (minutes, message) => {
    const { identity, dynamodb } = await start();
    await expect(list(dynamodb.endpoint, identity.administrator, minutes * MINUTE)).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      message: expect.stringMatching(message),
    });
  });

  it('the window has its edges at exactly 15 minutes, and the day of the scope is that of the time', () => {
    const now = Date.UTC(2026, 0, 2, 0, 10);
    expect(refusedTime('20260101T235500Z', '20260101', now)).toBeUndefined();
    expect(refusedTime('20260101T235459Z', '20260101', now)).toBe(
      'Signature expired: 20260101T235459Z is now earlier than 20260101T235500Z (20260102T001000Z - 15 min.)',
    );
    expect(refusedTime('20260102T002500Z', '20260102', now)).toBeUndefined();
    expect(refusedTime('20260102T002501Z', '20260102', now)).toContain(
      'is still later than 20260102T002500Z',
    );
    expect(refusedTime('20260102T001000Z', '20260101', now)).toBe(
      "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '20260101' != '20260102', from '20260102T001000Z'.",
    );
    for (const text of ['', '2026-01-02T00:10:00Z', '20260102']) {
      expect(refusedTime(text, '20260102', now)).toBe(
        `Date must be in ISO-8601 'basic format'. Got '${text}'.`,
      );
    }
  });
});
