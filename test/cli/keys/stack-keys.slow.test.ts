// Which table a keys command is about: options that contradict each other are refused, in words that name them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stackKeys } from '../../../cli/keys/stack-keys.ts';
import { stackRelease } from '../../../cli/release/stack-release.ts';

test.each([
  [{ stack: 'local', table: 'keys' }, '--table is for a deployed stack, and this is the local one.'],
  [{ stack: 'local', region: 'eu-west-1' }, '--region is for a deployed stack, and this is the local one.'],
  [{ stack: 'staging', table: 'keys' }, '--table and --region go together.'],
  [{ stack: 'staging', region: 'eu-west-1' }, '--table and --region go together.'],
  [
    { stack: 'staging', table: 'keys', region: 'eu-central-9' },
    '--region: "eu-central-9" is not a region of AWS.',
  ],
])('%j', async (options, what) => {
  await expect(stackKeys(options)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(new RegExp(`^${what}\n  \\S`)),
  });
});

test('a stack without a name is not the one that Pulumi has selected', async () => {
  await expect(stackKeys({ stack: '' })).rejects.toThrow(/^--stack is empty\.\n {2}stacks here: /);
  await expect(stackRelease('')).rejects.toThrow(/^--stack is empty\./);
});

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['prod', 'did you mean --stack production? stacks here: local, production, staging'],
  ['stagin', 'did you mean --stack staging? stacks here: local, production, staging'],
  ['live', 'stacks here: local, production, staging'],
])('a stack without a file, %s', async (stack, fix) => {
  vi.stubEnv('PATH', '/nowhere');
  const missing = expect.stringMatching(
    new RegExp(
      `^There is no stack "${stack}": \\S+ has no Pulumi.${stack}.yaml.\n  ${fix.replace('?', '\\?')}$`,
    ),
  );
  await expect(stackKeys({ stack })).rejects.toMatchObject({ code: 'usage', message: missing });
  await expect(stackRelease(stack)).rejects.toMatchObject({ code: 'usage', message: missing });
});

const UNREAD = (stack: string) =>
  `(pulumi stack output --json --stack ${stack}: there is no pulumi on the path, see https://www.pulumi.com/docs/install/).`;

test('the qualified name of a stack is not checked against the files here by more than its end', async () => {
  vi.stubEnv('PATH', '/nowhere');
  const stack = 'organization/petstore/staging';
  await expect(stackKeys({ stack })).rejects.toThrow(
    `The keys table of ${stack} is not known ${UNREAD(stack)}`,
  );
});

test('outputs that cannot be read: exit status 2 as in all commands, what failed, and what to do', async () => {
  vi.stubEnv('PATH', '/nowhere');
  await expect(stackKeys({ stack: 'staging' })).rejects.toMatchObject({
    name: 'UsageError',
    message: `The keys table of staging is not known ${UNREAD('staging')}\n  give --table and --region`,
  });
  await expect(stackRelease('staging')).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringMatching(
      /^The function of staging is not known .*\n {2}install the Pulumi CLI, log in/,
    ),
  });
});

test.each([{}, { tables: {} }, { tables: { keys: 'keys-1' } }, { region: 'eu-west-1' }])(
  'a stack whose outputs have no keys table, or no region: %j',
  async (outputs) => {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-pulumi-'));
    writeFileSync(join(folder, 'pulumi'), `#!/bin/sh\necho '${JSON.stringify(outputs)}'\n`, { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    await expect(stackKeys({ stack: 'staging' })).rejects.toMatchObject({
      name: 'CommandError',
      message: 'staging has no keys table yet: pulumi up --stack staging first, or give --table and --region',
    });
    rmSync(folder, { recursive: true });
  },
);

describe('what is asked of AWS is about the table', () => {
  /** Answers as DynamoDB does of an empty table, and tells what was asked: the region is in the signature. */
  async function asked(options: Parameters<typeof stackKeys>[0]): Promise<unknown> {
    const requests: unknown[] = [];
    const server = createServer(async (request, response) => {
      const [, region] =
        /Credential=local\/\d+\/([^/]+)\/dynamodb/.exec(request.headers.authorization ?? '') ?? [];
      const { TableName } = JSON.parse(await text(request)) as { TableName: string };
      requests.push({ operation: request.headers['x-amz-target'], TableName, region });
      response.end('{"Items":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${port}`);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    expect(await (await stackKeys(options)).listKeys()).toEqual([]);
    server.closeAllConnections();
    server.close();
    return requests;
  }

  const scan = (TableName: string, region: string) => [
    { operation: 'DynamoDB_20120810.Scan', TableName, region },
  ];

  test('that is given, without the outputs of the stack', async () => {
    vi.stubEnv('PATH', '/nowhere');
    const given = { stack: 'staging', table: 'keys-2', region: 'eu-central-1' };
    expect(await asked(given)).toEqual(scan('keys-2', 'eu-central-1'));
  });

  test('that the outputs of the stack have', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-pulumi-'));
    const outputs = JSON.stringify({ tables: { keys: 'keys-3' }, region: 'us-west-2' });
    const script = `#!/bin/sh\n[ "$*" = 'stack output --json --stack staging' ] && echo '${outputs}'\n`;
    writeFileSync(join(folder, 'pulumi'), script, { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    expect(await asked({ stack: 'staging' })).toEqual(scan('keys-3', 'us-west-2'));
    rmSync(folder, { recursive: true });
  });
});
