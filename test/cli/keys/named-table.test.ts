// A keys table that does not exist: its name, and what deploys it again.
import { expect, test } from 'vitest';
import { namingTable } from '../../../cli/keys/named-table.ts';
import { DynamoError } from '../../../service/dynamo/errors.ts';
import { createKeyAdmin } from '../../../service/keys/index.ts';

const failing = (code: string) => ({
  call: () => Promise.reject(new DynamoError(code, 'Requested resource not found', 400)),
});
const list = (code: string, stack: string) =>
  createKeyAdmin(namingTable(failing(code), 'keys-1', stack), 'keys-1').listKeys();

test.each([
  ['local', 'pulumi up --refresh, in a shell with .local/pulumi.env'],
  ['staging', 'pulumi up --refresh --stack staging'],
])('of the stack %s', async (stack, fix) => {
  await expect(list('ResourceNotFoundException', stack)).rejects.toMatchObject({
    code: 'command-failed',
    message: `The keys table of ${stack} (keys-1) does not exist.\n  deploy it again: ${fix}`,
  });
});

test('any other refusal keeps its own words', async () => {
  await expect(list('AccessDeniedException', 'staging')).rejects.toBeInstanceOf(DynamoError);
});
