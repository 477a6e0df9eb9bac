// AWS credentials: of a profile that takes a role, in the region of the stack; and why there are none.
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { awsCredentials } from '../../cli/aws-credentials.ts';
import { temporaryFolder } from './folder.ts';
import { listen } from './listen.ts';

const ASSUMED = `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>
<AssumedRoleUser><Arn>arn:aws-cn:sts::111122223333:assumed-role/keys/x</Arn><AssumedRoleId>ARO:x</AssumedRoleId></AssumedRoleUser>
<Credentials><AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>of-the-role</SecretAccessKey><SessionToken>token</SessionToken>
<Expiration>2099-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`;
const ROLE = [
  ...['[profile keys]', 'role_arn = arn:aws-cn:iam::111122223333:role/keys', 'source_profile = static'],
  ...['[profile static]', 'aws_access_key_id = AKIAEXAMPLE', 'aws_secret_access_key = of-the-user'],
];
const SSO = [
  ...['[profile keys]', 'sso_start_url = https://petstore.awsapps.com/start', 'sso_region = eu-west-1'],
  ...['sso_account_id = 111122223333', 'sso_role_name = keys'],
];
const FAILING = ['[profile keys]', 'credential_process = sh -c "echo of-the-user >&2; exit 1"'];

let folder: string;
let received: IncomingHttpHeaders[];
beforeEach(async () => {
  folder = temporaryFolder();
  received = [];
  const server = createServer(({ headers }, response) => {
    received.push(headers);
    response.setHeader('content-type', 'text/xml').end(ASSUMED);
  });
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  configure(ROLE);
  const files = { AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none'), HOME: folder };
  const none = { AWS_REGION: undefined, AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined };
  const given = { AWS_ENDPOINT_URL_STS: endpoint, AWS_PROFILE: 'keys', AWS_EC2_METADATA_DISABLED: 'true' };
  for (const [name, value] of Object.entries({ ...files, ...none, ...given })) vi.stubEnv(name, value);
});

function configure(lines: readonly string[]): void {
  vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'config'));
  writeFileSync(join(folder, 'config'), lines.join('\n'));
}
test('the role is taken in the region of the stack, as the regions of China have their own STS', async () => {
  const { accessKeyId, secretAccessKey, sessionToken } = await awsCredentials('cn-north-1');
  expect([accessKeyId, secretAccessKey, sessionToken]).toEqual(['ASIAEXAMPLE', 'of-the-role', 'token']);
  expect(received.map(({ authorization }) => authorization)).toEqual([
    expect.stringMatching(/Credential=AKIAEXAMPLE\/\d+\/cn-north-1\//),
  ]);
});

const FIX = 'set AWS_PROFILE \\(and run aws sso login\\), or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY$';

test.each([
  // The reason of the SDK.
  ['a session that nobody has logged in to', SSO, 'keys', ' \\(AWS_PROFILE is keys; The SSO .*[^.]\\)'],
  // Not a word of its output, which may be secret.
  ['a process that fails', FAILING, 'keys', ' \\(AWS_PROFILE is keys\\)'],
  ['a profile that does not exist', ROLE, 'none', ' \\(AWS_PROFILE is none.*\\)'],
  ['no source at all', [], '', ''],
])('%s: status 1', async (_what, lines, profile, why) => {
  configure(lines);
  vi.stubEnv('AWS_PROFILE', profile);
  const text = new RegExp(`^(?!.*of-the-user)there are no AWS credentials${why}: ${FIX}`);
  const expected = { code: 'command-failed', message: expect.stringMatching(text) };
  await expect(awsCredentials('eu-west-1')).rejects.toMatchObject(expected);
});
