// The provider's equivalence of two policies, and the text that it stores.
import { expect, test } from 'vitest';
import { equivalentPolicies, normalizedJson, normalizedPolicy } from '../../src/iam/policy-form.ts';

const statement = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: '*' };
const policy = (...statements: object[]) => JSON.stringify({ Version: '2012-10-17', Statement: statements });
const one = (patch: object) => policy({ ...statement, ...patch });
const root = 'arn:aws:iam::123456789012:root';

test.each([
  ['a list of one and its element', { Action: 's3:GetObject' }, {}],
  ['actions in another order', { Action: ['a:B', 'c:D'] }, { Action: ['c:D', 'a:B'] }],
  ['an account and its root', { Principal: { AWS: '123456789012' } }, { Principal: { AWS: root } }],
  ['a condition with a truth value and its text', bool(true), bool('true')],
  ['principals in another order', aws('a', 'b'), aws('b', 'a')],
])('%s are the same', (_what, left, right) => {
  expect(equivalentPolicies(one(left), one(right))).toBe(true);
});

test.each([
  ['an action', { Action: 's3:PutObject' }],
  ['an effect', { Effect: 'Deny' }],
  ['a resource', { Resource: 'arn:aws:s3:::a' }],
  ['what is excepted', { Action: undefined, NotAction: ['s3:GetObject'] }],
  ['a principal', { Principal: '*' }],
  ['a condition', bool('true')],
  ['a statement id', { Sid: 'Reads' }],
])('%s makes it different', (_what, patch) => {
  expect(equivalentPolicies(one(patch), one({}))).toBe(false);
});

test('statements are a set', () => {
  const other = { ...statement, Action: 's3:PutObject' };
  expect(equivalentPolicies(policy(statement, other), policy(other, statement))).toBe(true);
  expect(equivalentPolicies(policy(statement, other), policy(statement))).toBe(false);
  expect(equivalentPolicies(policy(statement), JSON.stringify({ Statement: statement }))).toBe(false);
});

test('text that is not a policy equals nothing, and is not changed', () => {
  for (const text of ['{', '[]', '7', 'null']) {
    expect(equivalentPolicies(text, text)).toBe(false);
    expect(normalizedJson(text)).toBe(text);
    expect(normalizedPolicy(text)).toBe(text);
  }
  expect(normalizedJson(undefined)).toBeUndefined();
});

test('keys are sorted, and an inline policy has its version first', () => {
  const text = JSON.stringify(
    { Version: '2012-10-17', Statement: [{ Resource: '*', Effect: 'Allow' }] },
    null,
    2,
  );
  const ordered = '"Statement":[{"Effect":"Allow","Resource":"*"}]';
  expect(normalizedJson(text)).toBe(`{${ordered},"Version":"2012-10-17"}`);
  expect(normalizedPolicy(text)).toBe(`{"Version":"2012-10-17",${ordered}}`);
});

function bool(value: unknown) {
  return { Condition: { Bool: { 'aws:SecureTransport': value } } };
}

function aws(...AWS: string[]) {
  return { Principal: { AWS } };
}
