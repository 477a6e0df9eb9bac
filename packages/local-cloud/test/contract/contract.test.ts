// One set of handlers, two front doors: the same life of each resource type, in process and by the provider protocol.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cloud } from '../../src/cloud.ts';
import { REGION, startSeededCloud } from './cloud.ts';
import type { Driver } from './driver.ts';
import { type FormRow, showForm } from './form.ts';
import { certificateForms } from './forms/certificates.ts';
import { edgeForms } from './forms/edge.ts';
import { functionForms } from './forms/functions.ts';
import { policyForms } from './forms/policies.ts';
import { tableForms } from './forms/tables.ts';
import { zoneForms } from './forms/zones.ts';
import { inProcessDoor } from './in-process.ts';
import type { Lifecycle } from './lifecycle.ts';
import { apigateway } from './lifecycles/apigateway.ts';
import { certificates } from './lifecycles/certificates.ts';
import { cloudfront } from './lifecycles/cloudfront.ts';
import { iam } from './lifecycles/iam.ts';
import { lambda } from './lifecycles/lambda.ts';
import { s3 } from './lifecycles/s3.ts';
import { watched } from './lifecycles/watched.ts';
import { zones } from './lifecycles/zones.ts';
import { connect, protocolDoor } from './protocol.ts';
import { live } from './run-lifecycle.ts';

const lifecycles: readonly Lifecycle[] = [
  iam,
  lambda,
  apigateway,
  certificates,
  zones,
  s3,
  cloudfront,
  watched,
].flat();

const forms: readonly FormRow[] = [
  ...[...zoneForms, ...certificateForms, ...policyForms],
  ...[...tableForms, ...functionForms, ...edgeForms],
];

let cloud: Cloud;

beforeAll(async () => {
  cloud = await startSeededCloud();
});

afterAll(() => cloud.close());

it('has a life for each resource type, and no other', () => {
  expect(lifecycles.map(({ type }) => type).sort()).toEqual(cloud.registry.types.sort());
});

it('says of each resource type in which form it comes back, with a source', () => {
  expect([...new Set(forms.map(({ type }) => type))].sort()).toEqual(cloud.registry.types.sort());
  expect(forms.filter(({ source }) => source === '')).toEqual([]);
});

const drivers: Readonly<Record<string, () => Promise<Driver>>> = {
  'in process': async () => inProcessDoor(cloud, REGION),
  'by the provider protocol': async () => protocolDoor(await connect(cloud, REGION)),
};

describe.each(Object.entries(drivers))('%s', (_name, open) => {
  it.each(lifecycles.map((lifecycle) => [lifecycle.type, lifecycle] as const))(
    'lives the life of %s',
    async (_type, lifecycle) => {
      const driver = await open();
      try {
        await live({ lifecycle, driver, registry: cloud.registry, region: REGION });
      } finally {
        await driver.close();
      }
    },
  );

  it.each(forms.map((row) => [row.type, row.what, row] as const))('%s: %s', async (type, _what, row) => {
    const driver = await open();
    try {
      await showForm({
        row,
        lifecycle: lifecycles.find((lifecycle) => lifecycle.type === type) as Lifecycle,
        driver,
      });
    } finally {
      await driver.close();
    }
  });
});
