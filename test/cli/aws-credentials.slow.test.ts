// AWS credentials: of a profile that takes a role, STS is asked in the region of the stack, as the regions of China and of iso
// partitions have their own; and why there are none.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awsCredentials } from '../../cli/aws-credentials.ts';

const ASSUMED = `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>
<AssumedRoleUser><Arn>arn:aws-cn:sts::111122223333:assumed-role/keys/x</Arn><AssumedRoleId>ARO:x</AssumedRoleId></AssumedRoleUser>
<Credentials><AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>of-the-role</SecretAccessKey><SessionToken>token</SessionToken>
<Expiration>2099-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`;

let folder: string;
let sts: Server;
let scopes: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-credentials-'));
  scopes = [];
  sts = createServer(({ headers }, response) => {
    scopes.push(/Credential=(\S+?),/.exec(headers.authorization ?? '')?.[1] ?? '');
    response.setHeader('content-type', 'text/xml').end(ASSUMED);
  });
  await new Promise<void>((resolve) => sts.listen(0, '127.0.0.1', resolve));
  const lines = [
    '[profile keys]',
    'role_arn = arn:aws-cn:iam::111122223333:role/keys',
    'source_profile = static',
    '[profile static]',
    'aws_access_key_id = AKIAEXAMPLE',
    'aws_secret_access_key = of-the-user',
  ];
  writeFileSync(join(folder, 'config'), lines.join('\n'));
  vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'config'));
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'none'));
  vi.stubEnv('AWS_ENDPOINT_URL_STS', `http://127.0.0.1:${(sts.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_PROFILE', 'keys');
  for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  sts.close();
  rmSync(folder, { recursive: true });
});

test('the role is taken in the region of the stack', async () => {
  const { accessKeyId, secretAccessKey, sessionToken } = await awsCredentials('cn-north-1');
  expect({ accessKeyId, secretAccessKey, sessionToken }).toEqual({
    accessKeyId: 'ASIAEXAMPLE',
    secretAccessKey: 'of-the-role',
    sessionToken: 'token',
  });
  expect(scopes).toEqual([expect.stringMatching(/^AKIAEXAMPLE\/\d{8}\/cn-north-1\/sts\/aws4_request$/)]);
});

const FIX = 'set AWS_PROFILE (and run aws sso login), or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

test.each([
  [
    'a session that nobody has logged in to: the reason of the SDK',
    'sso',
    [
      ...['[profile sso]', 'sso_start_url = https://petstore.awsapps.com/start', 'sso_region = eu-west-1'],
      ...['sso_account_id = 111122223333', 'sso_role_name = keys'],
    ],
    /^there are no AWS credentials \(AWS_PROFILE is sso; The SSO session .*[^.]\): /,
  ],
  [
    'a process that fails: not a word of its output, which may be secret',
    'process',
    ['[profile process]', `credential_process = sh -c "echo of-the-user >&2; exit 1"`],
    /^there are no AWS credentials \(AWS_PROFILE is process\): /,
  ],
])('%s', async (_what, profile, lines, message) => {
  writeFileSync(join(folder, 'config'), lines.join('\n'));
  vi.stubEnv('AWS_PROFILE', profile);
  vi.stubEnv('HOME', folder);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  const refused = await awsCredentials('eu-west-1').catch((error) => error);
  expect(refused).toMatchObject({ code: 'command-failed', message: expect.stringMatching(message) });
  expect(refused.message.endsWith(`: ${FIX}`)).toBe(true);
  expect(refused.message).not.toContain('of-the-user');
});

test('no source at all: what to set, and no reason', async () => {
  vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'none'));
  vi.stubEnv('AWS_PROFILE', '');
  vi.stubEnv('HOME', folder);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  await expect(awsCredentials('eu-west-1')).rejects.toMatchObject({
    code: 'command-failed',
    message: `there are no AWS credentials: ${FIX}`,
  });
});
