// What the roles of the bootstrap example rely on in the program: names with the stack, the boundary of the function's role,
// and nothing updated that no stack may update.
import { join } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import { loadSettings } from '../../infra/config/stack-file.ts';
import { DocsSite } from '../../infra/docs/docs-site.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import { nameInStack } from '../../infra/plan/stack-name.ts';
import { declareStack } from '../../infra/program.ts';
import { readContract } from '../../service/openapi-source.ts';
import { record } from '../infra/recorder.ts';

const BOUNDARY = 'arn:aws:iam::123456789012:policy/petstore-staging-boundary';
const WITHOUT_TAGS = [
  'aws:cloudfront/originAccessControl:OriginAccessControl',
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
];

async function roleInputs(permissionsBoundary?: string) {
  const loaded = loadSettings(join(import.meta.dirname, '../..'), 'staging');
  if ('problems' in loaded) throw new Error('Pulumi.staging.yaml has problems');
  const plan = planStack({ ...loaded.settings, preflight: 'off', permissionsBoundary });
  const functionCode = new pulumi.asset.AssetArchive({ 'index.js': new pulumi.asset.StringAsset('code') });
  const artifacts = {
    functionCode,
    checksCode: new pulumi.asset.StringAsset('code'),
    openapi: JSON.parse(readContract()) as object,
  };
  const { registrations } = await record(() => declareStack(plan, artifacts), 'staging');
  return registrations.filter(({ type }) => type === 'aws:iam/role:Role').map(({ inputs }) => inputs);
}

test('every role of the program has the boundary that the stack file names, and none without it', async () => {
  expect(await roleInputs(BOUNDARY)).toMatchObject([{ permissionsBoundary: BOUNDARY }]);
  const [role] = await roleInputs();
  expect(role).not.toHaveProperty('permissionsBoundary');
});

test('what IAM cannot recognise is replaced in place of being updated', async () => {
  const replaced: string[] = [];
  const transformations: pulumi.ResourceTransformation[] = [
    ({ type, opts }) => {
      if ((opts as pulumi.CustomResourceOptions).replaceOnChanges?.includes('*')) replaced.push(type);
      return undefined;
    },
  ];
  const program = async () => ({
    url: new DocsSite('docs', {}, { transformations }).distribution.domainName,
  });
  await record(program, 'staging');
  expect(replaced.sort()).toEqual(WITHOUT_TAGS);
});

test.each([
  ['staging', 'petstore-staging-docs'],
  ['Team_1.x', 'petstore-team-1-x-docs'],
  ['a'.repeat(60), `petstore-${'a'.repeat(28)}-docs`],
])('in the stack %s a name is %s', (stack, expected) => {
  expect(nameInStack('petstore', stack, 'docs')).toBe(expected);
});

test('the longest names are within the limits of S3 and IAM, with what Pulumi adds', () => {
  const generated = '-0a1b2c3'.length;
  const longest = (name: string) => nameInStack('petstore', 'a'.repeat(100), name).length + generated;
  expect(longest('docs')).toBeLessThanOrEqual(63);
  expect(longest('api-function-role')).toBeLessThanOrEqual(64);
});
