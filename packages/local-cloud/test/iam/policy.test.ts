// Policy documents: IAM's own refusals, and its order of evaluation.
import { describe, expect, it } from 'vitest';
import { decide, parseIdentityPolicy, parseTrustPolicy, trusts } from '../../src/iam/policy.ts';

const policy = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement });
const ORDERS = 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders';
const read = {
  Effect: 'Allow',
  Action: ['dynamodb:GetItem', 'dynamodb:Query'],
  Resource: [ORDERS, `${ORDERS}/index/*`],
};

describe('what IAM refuses', () => {
  it.each([
    ['no JSON', '{', 'This policy contains invalid Json'],
    ['an unknown element', policy({ ...read, Resources: ORDERS }), 'Syntax errors in policy.'],
    ['an unknown effect', policy({ ...read, Effect: 'allow' }), 'Syntax errors in policy.'],
    ['a principal', policy({ ...read, Principal: '*' }), 'Policy document should not specify a principal.'],
    ['no action', policy({ ...read, Action: undefined }), 'Policy statement must contain actions.'],
    ['no resource', policy({ ...read, Resource: undefined }), 'Policy statement must contain resources.'],
    [
      'an action without a service',
      policy({ ...read, Action: 'GetItem' }),
      'Actions/Conditions must be prefaced by a vendor',
    ],
    [
      'a resource that is no ARN',
      policy({ ...read, Resource: 'orders' }),
      'Resource orders must be in ARN format',
    ],
  ])('%s', (_case, json, message) => {
    expect(() => parseIdentityPolicy(json)).toThrow(`MalformedPolicyDocument: ${message}`);
  });

  it.each([
    ['a resource', { Action: 'sts:AssumeRole', Resource: '*' }, 'Has prohibited field Resource'],
    [
      'another action',
      { Action: 's3:GetObject' },
      'AssumeRole policy may only specify STS AssumeRole actions.',
    ],
  ])('a trust policy with %s', (_case, part, message) => {
    const json = policy({ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, ...part });
    expect(() => parseTrustPolicy(json)).toThrow(`MalformedPolicyDocument: ${message}`);
  });
});

describe('what is allowed', () => {
  const statements = parseIdentityPolicy(policy(read));

  it.each([
    ['an action on its table', 'dynamodb:GetItem', ORDERS, 'allowed'],
    ['an action on an index, by wildcard', 'dynamodb:Query', `${ORDERS}/index/by-status`, 'allowed'],
    ['actions without regard to case', 'DynamoDB:getitem', ORDERS, 'allowed'],
    ['another action', 'dynamodb:PutItem', ORDERS, 'not allowed'],
    ['another table, whose name begins the same', 'dynamodb:GetItem', `${ORDERS}-2`, 'not allowed'],
  ])('%s', (_case, action, resource, decision) => {
    expect(decide(statements, action, resource)).toBe(decision);
  });

  it('decides a deny over an allow', () => {
    const deny = { Effect: 'Deny', Action: '*', Resource: ORDERS };
    expect(decide(parseIdentityPolicy(policy(read, deny)), 'dynamodb:GetItem', ORDERS)).toBe(
      'explicitly denied',
    );
  });

  it('treats NotAction and NotResource as all others', () => {
    const all = parseIdentityPolicy(
      policy({ Effect: 'Allow', NotAction: 'dynamodb:Delete*', NotResource: ORDERS }),
    );
    expect(decide(all, 'dynamodb:GetItem', `${ORDERS}-2`)).toBe('allowed');
    expect(decide(all, 'dynamodb:DeleteItem', `${ORDERS}-2`)).toBe('not allowed');
    expect(decide(all, 'dynamodb:GetItem', ORDERS)).toBe('not allowed');
  });
});

it('trusts only the service of the policy', () => {
  const statements = parseTrustPolicy(
    policy({ Effect: 'Allow', Principal: { Service: ['lambda.amazonaws.com'] }, Action: 'sts:AssumeRole' }),
  );
  expect(trusts(statements, 'lambda.amazonaws.com')).toBe(true);
  expect(trusts(statements, 'ec2.amazonaws.com')).toBe(false);
});

it('decides a deny over an allow in a trust policy too', () => {
  const lambda = { Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' };
  const statements = parseTrustPolicy(policy({ Effect: 'Allow', ...lambda }, { Effect: 'Deny', ...lambda }));
  expect(trusts(statements, 'lambda.amazonaws.com')).toBe(false);
});

describe('what is not evaluated is refused by name, never ignored', () => {
  const Condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['a'] } };
  const says = 'the local cloud does not evaluate the condition operator ForAllValues:StringLike here';

  it.each(['Allow', 'Deny'])('a condition of an %s', (Effect) => {
    expect(() => parseIdentityPolicy(policy({ ...read, Effect, Condition }))).toThrow(says);
    const trust = { Effect, Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' };
    expect(() => parseTrustPolicy(policy({ ...trust, Condition }))).toThrow(says);
  });

  const write = { ...read, Action: 'dynamodb:UpdateItem' };
  const only = (key: string) => ({ 'ForAllValues:StringEquals': { [key]: ['a'] } });

  it.each([
    ['another key', { ...write, Condition: only('dynamodb:LeadingKeys') }, 'key dynamodb:LeadingKeys'],
    [
      'the attributes of a read',
      { ...read, Condition: only('dynamodb:Attributes') },
      'key dynamodb:Attributes of dynamodb:GetItem',
    ],
    [
      'the attributes of a pattern, which reads may match',
      { ...write, Action: 'dynamodb:*', Condition: only('dynamodb:Attributes') },
      'key dynamodb:Attributes of dynamodb:*',
    ],
    [
      'the attributes of all actions but some',
      { ...write, Action: undefined, NotAction: 'dynamodb:Query', Condition: only('dynamodb:Attributes') },
      'operator ForAllValues:StringEquals',
    ],
  ])('%s', (_case, one, what) => {
    expect(() => parseIdentityPolicy(policy(one))).toThrow(
      `the local cloud does not evaluate the condition ${what} here`,
    );
  });

  it('but one on actions that no service here asks for', () => {
    const Conditions = { Bool: { 'kms:GrantIsForAWSResource': 'true' } };
    const grant = { ...read, Action: ['kms:CreateGrant'], Condition: Conditions };
    expect(parseIdentityPolicy(policy(grant))).toHaveLength(1);
    for (const Action of [['kms:CreateGrant', 'dynamodb:GetItem'], ['kms*'], ['*']])
      expect(() => parseIdentityPolicy(policy({ ...grant, Action }))).toThrow('the condition operator Bool');
  });

  it('a policy variable', () => {
    const variable = ['$', '{aws:PrincipalTag/team}'].join('');
    expect(() => parseIdentityPolicy(policy({ ...read, Resource: `${ORDERS}-${variable}` }))).toThrow(
      `the local cloud does not resolve the policy variable ${variable}`,
    );
  });
});
