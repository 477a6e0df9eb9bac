// Which table a keys command is about: options that contradict each other are refused, in words that name them.
import { afterEach, expect, test, vi } from 'vitest';
import { stackKeys } from '../../../cli/keys/stack-keys.ts';

test.each([
  [{ stack: 'local', table: 'keys' }, '--table is for a deployed stack, and this is the local one.'],
  [{ stack: 'local', region: 'eu-west-1' }, '--region is for a deployed stack, and this is the local one.'],
  [{ stack: 'staging', table: 'keys' }, '--table and --region go together.'],
  [{ stack: 'staging', region: 'eu-west-1' }, '--table and --region go together.'],
])('%j', async (options, what) => {
  await expect(stackKeys(options)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(new RegExp(`^${what}\n  \\S`)),
  });
});

afterEach(() => vi.unstubAllEnvs());

test('outputs that cannot be read: the command that failed, and what to do', async () => {
  vi.stubEnv('PATH', '/nowhere');
  await expect(stackKeys({ stack: 'staging' })).rejects.toMatchObject({
    name: 'CommandError',
    message:
      'the keys table of staging is not known (pulumi stack output --json --stack staging: there is no pulumi on the path): give --table and --region',
  });
});
