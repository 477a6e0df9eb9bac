// What the program registers for each stack, and with which options: golden files, and the rules behind them; what the roles of the bootstrap
// example rely on; backups elsewhere.
import { Redirects } from '@petstore/custom-domains';
import type { Registration } from '@petstore/local-cloud/engine/backend';
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, describe, expect, test } from 'vitest';
import { ProblemsError } from '../../infra/config/problem.ts';
import type { BackupSetting } from '../../infra/config/settings.ts';
import { loadSettings } from '../../infra/config/stack-file.ts';
import { declareSite, siteTarget } from '../../infra/docs/docs-site.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import { nameInStack } from '../../infra/plan/stack-name.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import { distribution } from '../../packages/pulumi-custom-domains/src/make.ts';
import { CHECKOUT } from '../checkout.ts';
import { settingsOf } from './config/stack.ts';
import { goldenFile, goldenText } from './golden-resources.ts';
import { type Recording, record, recordStack } from './recorder.ts';

const STACKS = ['local', 'staging', 'production'] as const;
function planStackFile(stack: string): StackPlan {
  const loaded = loadSettings(CHECKOUT, stack);
  if ('problems' in loaded) throw new ProblemsError(`Pulumi.${stack}.yaml`, loaded.problems);
  // No test reads the live DNS of example names; admission.test.ts has the preflight.
  return planStack({ ...loaded.settings, preflight: 'off' });
}

describe.each(STACKS)('%s', (stack) => {
  let recorded: Recording;
  beforeAll(async () => {
    recorded = await recordStack(planStackFile(stack));
  });
  test('registers the resources of its golden file', async () => {
    await expect(goldenText(stack, recorded)).toMatchFileSnapshot(goldenFile(stack));
  });

  test('every resource that takes tags has those of the stack', () => {
    const untaggable =
      /LogMetricFilter|RolePolicy|Alias|DeploymentConfig|Permission|Integration|Route|ApiMapping|CertificateValidation|Record|DnsRecord|AccessBlock|Ownership|BucketPolicy|OriginAccess|HeadersPolicy|CachePolicy|cloudfront\/function|keyValue|Subscription|EventTarget|EventInvokeConfig|Selection|Dashboard|QueryDefinition/i;
    const untagged = recorded.registrations
      .filter(({ custom, type }) => custom && !untaggable.test(type))
      .filter(({ inputs }) => (inputs.tags as { stack?: string } | undefined)?.stack !== stack);
    expect(untagged.map(({ type, name }) => `${type} ${name}`)).toEqual([]);
  });
});

test('every host of CloudFront has the security policy that is set; the golden files have that of a stack which sets none', async () => {
  const { settings, ...plan } = planStackFile('production');
  const securityPolicy = 'TLSv1.2_2021';
  expect(settings.securityPolicy).not.toBe(securityPolicy);
  const { registrations } = await recordStack({ ...plan, settings: { ...settings, securityPolicy } });
  const certificates = registrations
    .map(({ inputs }) => inputs.viewerCertificate as Readonly<Record<string, unknown>> | undefined)
    .filter((one) => one?.acmCertificateArn !== undefined);
  expect(certificates.length).toBeGreaterThan(2);
  expect(new Set(certificates.map((one) => one?.minimumProtocolVersion))).toEqual(new Set([securityPolicy]));
});

test('with tracing, and without what is in beta: the function, its rights and its documentation', async () => {
  const { settings, ...plan } = planStackFile('staging');
  const changed = { ...settings, tracing: true, beta: false };
  const { registrations } = await recordStack({ ...plan, settings: changed });
  const inputsOf = (name: string) =>
    JSON.stringify(registrations.find((one) => one.custom && one.name === name)?.inputs);
  expect(inputsOf('api-function')).toContain('"tracingConfig":{"mode":"Active"}');
  expect(inputsOf('api-function-policy')).toMatch(/^(?!.*api-store-orders).*xray:PutTraceSegments/);
  expect(inputsOf('docs-content-openapi.json')).toMatch(/^(?!.*store\/orders).*\/pets/);
});

test('publishes the function again where its newest version is another one', async () => {
  const urn = 'urn:pulumi:local::petstore::aws:lambda/function:Function::api-function';
  const { registrations } = await recordStack(planStackFile('local'), {
    resources: { [urn]: { name: 'api-function-1' } },
    invoke(token, { name, qualifier }) {
      if (!token.endsWith(':getFunction')) return { zoneId: `ZONE-${name}`, nameServers: [] };
      const own = qualifier === '$LATEST' && { memorySize: 256, lastModified: 'now' };
      return { memorySize: 512, lastModified: 'before', ...own };
    },
  });
  const { inputs } = registrations.find(({ name, custom }) => name === 'api-function' && custom) ?? {};
  expect(inputs?.sourceCodeHash).toBe('not published: now');
});

test('the web ACL that somebody gave a distribution stays: that of a flat-rate plan cannot be removed', async () => {
  const kept: (readonly string[] | undefined)[] = [];
  const program = async () => {
    pulumi.runtime.registerStackTransformation(({ type, opts }) => {
      if (type.endsWith(':Distribution')) kept.push((opts as pulumi.CustomResourceOptions).ignoreChanges);
      return undefined;
    });
    siteTarget(declareSite('docs', { tags: {} }), []).attach({ host: 'docs.petstore.dev' }, {});
    const redirect = { to: 'docs.petstore.dev', status: 308 } as const;
    new Redirects('redirects').target(redirect).attach({ host: 'www.petstore.dev' }, {});
    distribution({ origin: 'origin.petstore.dev' }).attach({ host: 'x.petstore.dev' }, {});
    return {};
  };
  await record(program, 'local');
  expect(kept).toEqual([['webAclId'], ['webAclId'], ['webAclId'], ['webAclId']]);
});

test('no access control and no headers policy has more distributions than CloudFront takes', async () => {
  const program = async () => {
    const hosts = Array.from({ length: 119 }, (_, n) => `docs${n}.petstore.dev`);
    const target = siteTarget(declareSite('docs', { tags: {}, hosts }), []);
    for (const host of hosts) target.attach({ host }, {});
    return {};
  };
  const { registrations } = await record(program, 'local');
  const sites = registrations.filter(({ type }) => type.endsWith(':Distribution'));
  const usersOf = (id: string) =>
    sites.filter(({ inputs }) => JSON.stringify(inputs).includes(`"${id}"`)).length;
  for (const type of ['OriginAccessControl', 'ResponseHeadersPolicy']) {
    const shared = registrations.filter((one) => one.type.endsWith(`:${type}`));
    expect(shared.map(({ name }) => usersOf(`id:${name}`))).toEqual([50, 50, 20]);
  }
});

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

const THEIRS = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:petstore';

async function declared(backup: BackupSetting): Promise<readonly Registration[]> {
  const plan = planStack({ ...settingsOf({ 'petstore:preflight': 'off' }, 'production'), backup });
  return (await recordStack(plan)).registrations;
}

const inputsOf = (all: readonly Registration[], name: string) =>
  all.find((one) => one.name === name)?.inputs ?? {};
const vaultsOf = (all: readonly Registration[]) =>
  all
    .filter(({ type }) => type === 'aws:backup/vault:Vault')
    .map(({ name, retainOnDelete, inputs: { region, forceDestroy } }) => ({
      ...{ name, retainOnDelete, region, forceDestroy },
    }));

// No copy goes where the stack or the setting goes.
test('backups in another region: a vault here and one there, both retained, and a daily copy of exactly the four tables', async () => {
  const all = await declared({ region: 'eu-central-1', days: 90 });
  const retained = { retainOnDelete: true, forceDestroy: undefined };
  expect(vaultsOf(all)).toEqual([
    { name: 'api-backup-vault', region: undefined, ...retained },
    { name: 'api-backup-copies', region: 'eu-central-1', ...retained },
  ]);
  expect(inputsOf(all, 'api-backup-plan').rules).toEqual([
    {
      ...{ ruleName: 'daily', targetVaultName: 'api-backup-vault', schedule: 'cron(0 3 * * ? *)' },
      lifecycle: { deleteAfter: 7 },
      copyActions: [{ destinationVaultArn: 'arn:api-backup-copies', lifecycle: { deleteAfter: 90 } }],
    },
  ]);
  const tables = all.filter(({ type }) => type === 'aws:dynamodb/table:Table');
  const { resources } = inputsOf(all, 'api-backup-selection');
  expect((resources as string[]).toSorted()).toEqual(tables.map(({ name }) => `arn:${name}`).sort());
  // The role has its rights before the first backup, and one of them only to everything.
  const { Statement } = JSON.parse(String(inputsOf(all, 'api-backup-policy').policy));
  const onEverything = (Statement as { Resource: string[]; Action: string[] }[]).filter(({ Resource }) =>
    Resource.includes('*'),
  );
  expect(onEverything.flatMap(({ Action }) => Action)).toEqual(['tag:GetResources']);
  const selection = all.find(({ name }) => name === 'api-backup-selection');
  expect(selection?.dependencies.some((urn) => urn.endsWith('api-backup-policy'))).toBe(true);
});

test('backups in another account: copies go into the vault that is named, and the stack creates none there', async () => {
  const all = await declared({ vault: THEIRS, days: 3 });
  expect(vaultsOf(all).map(({ name }) => name)).toEqual(['api-backup-vault']);
  const lifecycle = { deleteAfter: 3 };
  const rule = { lifecycle, copyActions: [{ destinationVaultArn: THEIRS, lifecycle }] };
  expect(inputsOf(all, 'api-backup-plan').rules).toMatchObject([rule]);
});
