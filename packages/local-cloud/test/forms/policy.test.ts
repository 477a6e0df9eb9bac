// The provider's equivalence of two policies, and the text that it stores.
import { expect, test } from 'vitest';
import { equivalentPolicies, normalizedJson, normalizedPolicy } from '../../src/iam/policy-form.ts';

const statement = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: '*' };
const policy = (...statements: object[]) => JSON.stringify({ Version: '2012-10-17', Statement: statements });
const one = (patch: object) => policy({ ...statement, ...patch });
const bool = (value: unknown) => ({ Condition: { Bool: { 'aws:SecureTransport': value } } });
const aws = (...AWS: string[]) => ({ Principal: { AWS } });
const other = { ...statement, Action: 's3:PutObject' };

test.each([
  ['a list of one and its element', one({ Action: 's3:GetObject' }), one({}), true],
  ['actions in another order', one({ Action: ['a:B', 'c:D'] }), one({ Action: ['c:D', 'a:B'] }), true],
  ['an account and its root', one(aws('123456789012')), one(aws('arn:aws:iam::123456789012:root')), true],
  ['a truth value and its text', one(bool(true)), one(bool('true')), true],
  ['principals in another order', one(aws('a', 'b')), one(aws('b', 'a')), true],
  ['statements in another order', policy(statement, other), policy(other, statement), true],
  ['another action', one({ Action: 's3:PutObject' }), one({}), false],
  ['another effect', one({ Effect: 'Deny' }), one({}), false],
  ['another resource', one({ Resource: 'arn:aws:s3:::a' }), one({}), false],
  ['NotAction', one({ Action: undefined, NotAction: ['s3:GetObject'] }), one({}), false],
  ['a principal', one({ Principal: '*' }), one({}), false],
  ['a condition', one(bool('true')), one({}), false],
  ['a statement id', one({ Sid: 'Reads' }), one({}), false],
  ['a statement less', policy(statement, other), policy(statement), false],
  ['no version', policy(statement), JSON.stringify({ Statement: statement }), false],
])('%s', (_what, left, right, same) => {
  expect(equivalentPolicies(left, right)).toBe(same);
});

test('text that is not a policy equals nothing, and is not changed', () => {
  for (const text of ['{', '[]', '7', 'null']) {
    expect(equivalentPolicies(text, text)).toBe(false);
    expect([normalizedJson(text), normalizedPolicy(text)]).toEqual([text, text]);
  }
  expect(normalizedJson(undefined)).toBeUndefined();
});

test('keys are sorted, and an inline policy has its version first', () => {
  const document = { Version: '2012-10-17', Statement: [{ Resource: '*', Effect: 'Allow' }] };
  const ordered = '"Statement":[{"Effect":"Allow","Resource":"*"}]';
  const text = JSON.stringify(document, null, 2);
  expect(normalizedJson(text)).toBe(`{${ordered},"Version":"2012-10-17"}`);
  expect(normalizedPolicy(text)).toBe(`{"Version":"2012-10-17",${ordered}}`);
});
