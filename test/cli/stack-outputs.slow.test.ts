// What the commands read from a deployed stack: its outputs, by a `pulumi` on the path, and why they cannot be read.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test, vi } from 'vitest';
import { requireOutputs } from '../../cli/domains/outputs.ts';
import { stackKeys } from '../../cli/keys/existing-keys.ts';
import { stackRelease } from '../../cli/release/status.ts';
import { knownOutputs } from '../../cli/stack-outputs.ts';
import { temporaryFolder } from './folder.ts';
import { listen } from './listen.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder({ 'Pulumi.staging.yaml': 'config: {}\n' });
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
});

/** A `pulumi` on the path. */
const pulumi = (script: string) =>
  writeFileSync(join(folder, 'pulumi'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
const outputsOf = (value: object) =>
  pulumi(`[ "$*" = 'stack output --json --stack staging' ] && echo '${JSON.stringify(value)}'`);

const COMMAND = 'pulumi stack output --json --stack staging';
const hosts = (signal = new AbortController().signal) => requireOutputs({ folder, stack: 'staging' }, signal);

const WARNS = 'echo "warning: old" >&2; echo "error: no key" >&2; exit 255';

test.each([
  ['the last line that it printed', WARNS, 'error: no key'],
  ['nothing printed: what the system reports', 'exit 255', `Command failed: ${COMMAND}`],
  ['outputs that are not JSON', 'echo "{"', expect.stringContaining('JSON')],
])('pulumi fails, status 2 in every command: %s', async (_name, script, why) => {
  pulumi(script);
  const { code, message } = await hosts().catch((error) => error);
  expect([code, message]).toEqual(['usage', expect.stringMatching(/pulumi login.*--outputs FILE/)]);
  expect(new RegExp(`is not known \\(${COMMAND}: (.*)\\)\\.\\n`).exec(message)?.[1]).toEqual(why);
  await expect(stackKeys({ stack: 'staging' })).rejects.toMatchObject({ code: 'usage' });
  await expect(stackRelease('staging')).rejects.toMatchObject({ code: 'usage' });
});

test('a pulumi that the system cannot start, and none at all', async () => {
  vi.stubEnv('PATH', folder);
  const none =
    /: there is no pulumi on the path that can be started\)\.\n {2}install it \(https:\/\/www\.pulumi\.com\/docs\/install\/\), or give it with --outputs FILE/;
  await expect(hosts()).rejects.toThrow(none);
  writeFileSync(join(folder, 'pulumi'), '#!/nowhere/sh\n', { mode: 0o755 });
  await expect(hosts()).rejects.toThrow(none);
});

test('it runs in the folder of the project that is named, and ends with the command', async () => {
  pulumi('echo "{\\"hosts\\":{\\"$(basename "$PWD")\\":{\\"blocked\\":[]}}}"; test -f Pulumi.staging.yaml');
  expect(await hosts()).toEqual(new Map());
  pulumi('exec sleep 20');
  await expect(hosts(AbortSignal.timeout(100))).rejects.toThrow('What stack staging has deployed');
});

test('a stack without a file: none is named, or another is meant; of a qualified name, its last part counts', async () => {
  pulumi('exit 255');
  for (const read of [(stack: string) => stackKeys({ stack }), stackRelease]) {
    await expect(read('')).rejects.toThrow(/^--stack is empty\.\n {2}stacks here: /);
    await expect(read('prodution')).rejects.toThrow(
      /^There is no stack "prodution": .*\n {2}did you mean --stack production\?/,
    );
  }
  const outputs = (stack: string) => knownOutputs({ stack, what: 'What is deployed', folder });
  await expect(outputs('acme/petstore/staging')).rejects.toThrow(
    /^What is deployed is not known .*\n {2}log in where you have not \(pulumi login\)$/,
  );
  await expect(outputs('acme/staging/other')).rejects.toThrow(/^There is no stack "other"/);
});

const REGION = { region: 'eu-west-1' };
const WITHOUT_REGION = { release: { function: 'api-1' } };

test.each([{}, { tables: {} }, { release: {} }, REGION, WITHOUT_REGION])(
  'neither a keys table nor a function is in %j',
  async (outputs) => {
    outputsOf(outputs);
    for (const read of [() => stackKeys({ stack: 'staging' }), () => stackRelease('staging')])
      await expect(read()).rejects.toMatchObject({ code: 'command-failed' });
  },
);

test('the function, what was before, its deployment group and its region', async () => {
  outputsOf({ release: { function: 'api-1', before: '3' }, region: 'eu-central-1' });
  const { released, clients } = await stackRelease('staging');
  const group = { application: 'petstore-staging-api-release', group: 'live' };
  expect(released).toEqual({ functionName: 'api-1', knownBefore: '3', group });
  const { lambda, codeDeploy, pollMs } = clients;
  expect(await Promise.all([lambda.config.region(), codeDeploy.config.region(), pollMs])).toEqual([
    ...['eu-central-1', 'eu-central-1', 5_000],
  ]);
});

test.each([
  ['given', { table: 'keys-2', region: 'eu-central-1' }, 'keys-2', 'eu-central-1'],
  ['in the outputs', {}, 'keys-3', 'us-west-2'],
])('the keys table is the one that is %s, in its region', async (_name, given, table, region) => {
  outputsOf({ tables: { keys: 'keys-3' }, region: 'us-west-2' });
  const requests: unknown[] = [];
  const server = createServer(async (request, response) => {
    const { authorization = '', 'x-amz-target': operation } = request.headers;
    const [, signed] = /Credential=local\/\d+\/([^/]+)\/dynamodb/.exec(authorization) ?? [];
    requests.push([operation, JSON.parse(await text(request)).TableName, signed]);
    response.end('{"Items":[]}');
  });
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${await listen(server)}`);
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'local');
  expect(await (await stackKeys({ stack: 'staging', ...given })).listKeys()).toEqual([]);
  expect(requests).toEqual([['DynamoDB_20120810.Scan', table, region]]);
});
