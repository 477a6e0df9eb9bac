// The local cloud's decisions by a policy equal those of another implementation of IAM: generated cases, and named ones.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, parseIdentityPolicy } from '../../src/iam/policy.ts';
import { allows, type BucketRequest, parseBucketPolicy } from '../../src/s3/policy.ts';
import { arnPattern, policy, RESOURCES, request } from './arbitrary.ts';
import { simulate, simulateKnown, simulateResource } from './oracle.ts';

const VARIABLE = ['$', '{aws:PrincipalArn}'].join('');
const RUNS = 4_000;
const own = (documents: readonly object[], action: string, resource: string) =>
  decide(
    documents.flatMap((document) => parseIdentityPolicy(JSON.stringify(document))),
    action,
    resource,
  );

it('decides like the oracle for generated policies and requests, with each decision often enough', () => {
  const seen: Record<string, number> = {};
  fc.assert(
    fc.property(fc.array(policy, { minLength: 1, maxLength: 2 }), request, (identity, asked) => {
      const decision = simulate(asked, identity);
      seen[decision] = (seen[decision] ?? 0) + 1;
      expect(own(identity, asked.action, asked.resource)).toBe(decision);
    }),
    { numRuns: RUNS },
  );
  for (const decision of ['allowed', 'explicitly denied', 'not allowed'])
    expect(seen[decision], decision).toBeGreaterThan(RUNS / 50);
});

describe('named cases', () => {
  const ORDERS = 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders';
  const allow = (part: object) => [
    { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 'dynamodb:GetItem', ...part }] },
  ];

  it.each([
    ['a wildcard does not cross a colon', 'arn:aws:dynamodb:*/orders', ORDERS, 'not allowed'],
    ['nor in front of the resource', 'arn:aws:dynamodb:eu-west-1:*:orders', ORDERS, 'not allowed'],
    ['segments that are left out are any', 'arn:aws:dynamodb:eu-west-1', ORDERS, 'allowed'],
    ['and after a wildcard too', 'arn:aws:dynamodb:*', ORDERS, 'allowed'],
    ['the type of the resource has no wildcard', 'arn:aws:dynamodb:*:*:t*/orders', ORDERS, 'not allowed'],
    ['but the whole resource may be one', 'arn:aws:dynamodb:*:*:*', ORDERS, 'allowed'],
    ['a wildcard crosses slashes', 'arn:aws:dynamodb:*:*:table/*', `${ORDERS}/index/a`, 'allowed'],
    ['"?" is one character', 'arn:aws:dynamodb:*:*:table/o?ders', ORDERS, 'allowed'],
    ['not none', 'arn:aws:dynamodb:*:*:table/orders?', ORDERS, 'not allowed'],
    ['names have a case', 'arn:aws:dynamodb:*:*:table/ORDERS', ORDERS, 'not allowed'],
    ['a name is no beginning of one', ORDERS, `${ORDERS}-2`, 'not allowed'],
    ['a dot is a dot', 'arn:aws:s3:::a.b', 'arn:aws:s3:::axb', 'not allowed'],
    ['a bucket is not what is in it', 'arn:aws:s3:::orders', 'arn:aws:s3:::orders/a', 'not allowed'],
    ["a bucket's name has no type", 'arn:aws:s3:::o*/a', 'arn:aws:s3:::orders/a', 'allowed'],
    [
      'a function is not its alias',
      'arn:aws:lambda:*:*:function:p',
      'arn:aws:lambda:a:1:function:p:l',
      'not allowed',
    ],
    [
      'the last segment holds colons',
      'arn:aws:logs:*:*:log-group:/a:*',
      'arn:aws:logs:a:1:log-group:/a:b:c',
      'allowed',
    ],
  ] as const)('%s: %s', (_, Resource, resource, expected) => {
    const identity = allow({ Resource });
    expect(simulate({ action: 'dynamodb:GetItem', resource }, identity)).toBe(expected);
    expect(own(identity, 'dynamodb:GetItem', resource)).toBe(expected);
  });

  it.each([
    [ORDERS, 'not allowed'],
    ['*', 'allowed'],
  ])('an action that names no resource, with a right to %s', async (Resource, expected) => {
    const identity = allow({ Action: 'dynamodb:ListTables', Resource });
    const asked = { action: 'dynamodb:ListTables', resource: '*' };
    expect(await simulateKnown(asked, identity)).toBe(expected);
    expect(own(identity, asked.action, asked.resource)).toBe(expected);
  });
});

it('decides by the attributes of a request like the oracle', async () => {
  const ORDERS = 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders';
  const names = fc.uniqueArray(fc.constantFrom('id', 'day', 'Day', 'name'), { maxLength: 4 });
  const condition = fc.tuple(fc.constantFrom('dynamodb:Attributes', 'DynamoDB:attributes'), names);
  const statement = fc
    .tuple(fc.constantFrom('Allow', 'Allow', 'Deny'), condition)
    .map(([Effect, [key, listed]]) => ({
      ...{ Effect, Action: 'dynamodb:UpdateItem', Resource: ORDERS },
      Condition: { 'ForAllValues:StringEquals': { [key]: listed } },
    }));
  const seen: Record<string, number> = {};
  const property = fc.asyncProperty(
    fc.array(statement, { minLength: 1, maxLength: 2 }),
    // An update names its key.
    names.map((others) => [...new Set(['id', ...others])]),
    async (Statement, attributes) => {
      const identity = { Version: '2012-10-17', Statement };
      const asked = { action: 'dynamodb:UpdateItem', resource: ORDERS };
      const decision = await simulateKnown({ ...asked, keys: { 'dynamodb:attributes': attributes } }, [
        identity,
      ]);
      seen[decision] = (seen[decision] ?? 0) + 1;
      const statements = parseIdentityPolicy(JSON.stringify(identity));
      const keys = { 'dynamodb:attributes': attributes };
      expect(decide(statements, asked.action, asked.resource, keys)).toBe(decision);
    },
  );
  await fc.assert(property, { numRuns: RUNS / 4 });
  for (const decision of ['allowed', 'explicitly denied', 'not allowed'])
    expect(seen[decision], decision).toBeGreaterThan(RUNS / 4 / 50);
});

describe("a bucket's policy", () => {
  const BUCKET = 'arn:aws:s3:::orders';
  const service = 'cloudfront.amazonaws.com';
  const DISTRIBUTION = 'arn:aws:cloudfront::123456789012:distribution/E1';
  const value = fc.constantFrom(DISTRIBUTION, '123456789012', 'E1', 'e1', ...RESOURCES);
  const pattern = fc.oneof(
    value,
    fc.constantFrom(
      '*',
      'arn:*',
      'arn:aws:cloudfront::*:distribution/*',
      'arn:aws:cloudfront:*',
      'E?',
      '12*',
    ),
    arnPattern,
  );
  const key = fc.constantFrom('AWS:SourceArn', 'aws:SourceAccount');
  const values = fc.oneof(pattern, fc.array(pattern, { minLength: 1, maxLength: 2 }));
  const condition = fc.dictionary(
    fc.constantFrom('StringEquals', 'StringLike', 'ArnLike', 'ArnEquals'),
    fc.dictionary(key, values, { minKeys: 1, maxKeys: 2 }),
    { maxKeys: 2 },
  );
  const statement = fc.record({
    Effect: fc.constantFrom('Allow', 'Allow', 'Deny'),
    Principal: fc.constantFrom({ Service: service }, { Service: ['lambda.amazonaws.com'] }, '*'),
    Action: fc.constantFrom('s3:GetObject', 's3:*', 's3:Get*', 's3:getobject', '*'),
    Resource: fc.constantFrom(BUCKET, `${BUCKET}/*`, `${BUCKET}/a?c`, [BUCKET, `${BUCKET}/*.html`]),
    Condition: condition,
  });
  // On a bucket, or on an object: the oracle knows which action is for which.
  const asked = fc.record({
    at: fc.constantFrom(
      { action: 's3:ListBucket' as const, resource: BUCKET },
      { action: 's3:GetObject' as const, resource: `${BUCKET}/abc` },
      { action: 's3:GetObject' as const, resource: `${BUCKET}/index.html` },
    ),
    keys: fc.record({ 'aws:sourcearn': value, 'aws:sourceaccount': value }),
  });

  it('is evaluated like the oracle does, with conditions', async () => {
    let allowed = 0;
    const property = fc.asyncProperty(
      fc.array(statement, { minLength: 1, maxLength: 3 }),
      asked,
      async (Statement, { at, keys }) => {
        const document = { Version: '2012-10-17', Statement };
        const decision = await simulateResource(service, { ...at, keys }, document);
        allowed += Number(decision === 'allowed');
        const policy = parseBucketPolicy(JSON.stringify(document), BUCKET);
        const ask: BucketRequest = { service, ...at, keys };
        expect(allows(policy, ask)).toBe(decision === 'allowed');
      },
    );
    await fc.assert(property, { numRuns: RUNS / 4 });
    expect(allowed).toBeGreaterThan(RUNS / 4 / 50);
  });

  it('refuses by name what it does not evaluate', () => {
    const put = (Condition: object) =>
      parseBucketPolicy(
        JSON.stringify({
          Statement: { Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: `${BUCKET}/*`, Condition },
        }),
        BUCKET,
      );
    expect(() => put({ Bool: { 'aws:SecureTransport': 'false' } })).toThrow('the condition operator Bool');
    expect(() => put({ StringLike: { 'aws:SourceArn': VARIABLE } })).toThrow(
      `the policy variable ${VARIABLE}`,
    );
  });
});
