// Signatures against AWS's published Signature Version 4 test suite.
import { expect, test } from 'vitest';
import { createSigner } from '../../service/dynamo/sign.ts';

const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const host = 'example.amazonaws.com';
const vanilla = { method: 'GET', path: '/', query: '', headers: { host }, body: '' };
const form = { host, 'content-type': 'application/x-www-form-urlencoded' };

const vectors = {
  'get-vanilla': [vanilla, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  'get-header-value-trim': [
    { ...vanilla, headers: { host, 'my-header1': ' value1', 'my-header2': ' "a   b   c"' } },
    'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
  ],
  'post-vanilla': [
    { ...vanilla, method: 'POST' },
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
  'post-x-www-form-urlencoded': [
    { ...vanilla, method: 'POST', headers: form, body: 'Param1=value1' },
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
} as const;

test.each(Object.entries(vectors))('%s', (_name, [request, signature]) => {
  const sign = createSigner(credentials, { region: 'us-east-1', service: 'service' });
  const { authorization } = sign(request, Date.UTC(2015, 7, 30, 12, 36));
  expect(authorization?.split('Signature=')[1]).toBe(signature);
});
