// Signatures against AWS's published Signature Version 4 test suite.
import { expect, test } from 'vitest';
import { createSigner } from '../../service/dynamo/sign.ts';

const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const host = 'example.amazonaws.com';
const form = { host, 'content-type': 'application/x-www-form-urlencoded' };

test.each([
  ['post-vanilla', { host }, '', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    ...(['post-x-www-form-urlencoded', form, 'Param1=value1'] as const),
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
])('%s', (_name, headers, body, signature) => {
  const sign = createSigner(credentials, 'us-east-1', 'service');
  const { authorization } = sign(headers, body, Date.UTC(2015, 7, 30, 12, 36));
  expect(authorization?.split('Signature=')[1]).toBe(signature);
});
