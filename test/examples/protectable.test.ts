// What the roles of the bootstrap example rely on in the program: names with the stack, the boundary of the function's role,
// and nothing updated that no stack may update.
import type * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import { declareSite } from '../../infra/docs/docs-site.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import { nameInStack } from '../../infra/plan/stack-name.ts';
import { settingsOf } from '../infra/config/stack.ts';
import { record, recordStack } from '../infra/recorder.ts';

const BOUNDARY = 'arn:aws:iam::123456789012:policy/petstore-staging-boundary';

test('every role of the program has the boundary that is set', async () => {
  const settings = settingsOf({ 'petstore:preflight': 'off' }, 'staging');
  const { registrations } = await recordStack(planStack({ ...settings, permissionsBoundary: BOUNDARY }));
  const roles = registrations.filter(({ type }) => type === 'aws:iam/role:Role');
  expect(roles.map(({ inputs }) => inputs.permissionsBoundary)).toEqual([BOUNDARY]);
});

test('what IAM cannot recognise is replaced in place of being updated', async () => {
  const replaced: string[] = [];
  const noted: pulumi.ResourceTransformation = ({ type, opts }) => {
    if ((opts as pulumi.CustomResourceOptions).replaceOnChanges?.includes('*')) replaced.push(type);
    return undefined;
  };
  const program = async () => ({
    url: declareSite('docs', { tags: {} }, { transformations: [noted] }).distribution.domainName,
  });
  await record(program, 'staging');
  expect(replaced.sort()).toEqual([
    'aws:cloudfront/originAccessControl:OriginAccessControl',
    'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
  ]);
});

test.each([
  ['staging', 'petstore-staging-docs'],
  ['Team_1.x', 'petstore-team-1-x-docs'],
  // With what Pulumi adds to it, the longest name is within the limits of S3 and IAM.
  ['a'.repeat(60), `petstore-${'a'.repeat(28)}-docs`],
])('in the stack %s a name is %s', (stack, expected) => {
  expect(nameInStack('petstore', stack, 'docs')).toBe(expected);
});
