// One set of handlers, two drivers: the same lifecycle of each resource type, in process and by the provider protocol.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cloud } from '../../src/cloud.ts';
import { REGION, startSeededCloud } from './cloud.ts';
import type { Driver } from './driver.ts';
import { checkForm, type FormRow } from './form.ts';
import { bucketForms } from './forms/buckets.ts';
import { certificateForms } from './forms/certificates.ts';
import { edgeForms } from './forms/edge.ts';
import { zoneForms } from './forms/zones.ts';
import { inProcessDriver } from './in-process.ts';
import type { Lifecycle } from './lifecycle.ts';
import { apigateway } from './lifecycles/apigateway.ts';
import { certificates } from './lifecycles/certificates.ts';
import { cloudfront } from './lifecycles/cloudfront.ts';
import { lambda } from './lifecycles/lambda.ts';
import { recorded } from './lifecycles/recorded.ts';
import { s3 } from './lifecycles/s3.ts';
import { tables } from './lifecycles/tables.ts';
import { zones } from './lifecycles/zones.ts';
import { connect, protocolDriver } from './protocol.ts';
import { runLifecycle } from './run-lifecycle.ts';

const lifecycles: readonly Lifecycle[] = [
  ...[recorded, lambda, apigateway, certificates, zones, s3, cloudfront, tables],
].flat();

const forms: readonly FormRow[] = [...[zoneForms, certificateForms, edgeForms, bucketForms]].flat();

let cloud: Cloud;

beforeAll(async () => {
  cloud = await startSeededCloud();
});

afterAll(() => cloud.close());

it('has a lifecycle for each resource type, and no other', () => {
  expect(lifecycles.map(({ type }) => type).sort()).toEqual(cloud.registry.types.sort());
});

it('has forms for each resource type that has a rule for one', () => {
  const ruled = cloud.registry.types.filter((type) => cloud.registry.handler(type).forms?.rules.length);
  const shown = new Set(forms.map(({ type }) => type));
  expect(ruled.filter((type) => !shown.has(type))).toEqual([]);
});

const drivers: Readonly<Record<string, () => Promise<Driver>>> = {
  'in process': async () => inProcessDriver(cloud, REGION),
  'by the provider protocol': async () => protocolDriver(await connect(cloud, REGION)),
};

describe.each(Object.entries(drivers))('%s', (_name, open) => {
  it.each(lifecycles.map((lifecycle) => [lifecycle.type, lifecycle] as const))(
    'the lifecycle of %s',
    async (_type, lifecycle) => {
      const driver = await open();
      try {
        await runLifecycle({ lifecycle, driver, registry: cloud.registry, region: REGION });
      } finally {
        await driver.close();
      }
    },
  );

  it.each(forms.map((row) => [row.type, row.what, row] as const))('%s: %s', async (type, _what, row) => {
    const driver = await open();
    try {
      await checkForm({
        row,
        lifecycle: lifecycles.find((lifecycle) => lifecycle.type === type) as Lifecycle,
        driver,
      });
    } finally {
      await driver.close();
    }
  });
});
