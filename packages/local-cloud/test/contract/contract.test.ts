// One set of handlers, two front doors: the same life of each resource type, in process and by the provider protocol.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cloud } from '../../src/cloud.ts';
import { REGION, startSeededCloud } from './cloud.ts';
import type { Door } from './driver.ts';
import { type FormRow, showForm } from './form.ts';
import { certificateForms } from './forms/certificates.ts';
import { edgeForms } from './forms/edge.ts';
import { functionForms } from './forms/functions.ts';
import { policyForms } from './forms/policies.ts';
import { tableForms } from './forms/tables.ts';
import { zoneForms } from './forms/zones.ts';
import { inProcessDoor } from './in-process.ts';
import type { Life } from './lifecycle.ts';
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

const lives: readonly Life[] = [iam, lambda, apigateway, certificates, zones, s3, cloudfront, watched].flat();

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
  expect(lives.map(({ type }) => type).sort()).toEqual(cloud.registry.types.sort());
});

it('says of each resource type in which form it comes back, with a source', () => {
  expect([...new Set(forms.map(({ type }) => type))].sort()).toEqual(cloud.registry.types.sort());
  expect(forms.filter(({ source }) => source === '')).toEqual([]);
});

const doors: Readonly<Record<string, () => Promise<Door>>> = {
  'in process': async () => inProcessDoor(cloud, REGION),
  'by the provider protocol': async () => protocolDoor(await connect(cloud, REGION)),
};

describe.each(Object.entries(doors))('%s', (_name, open) => {
  it.each(lives.map((life) => [life.type, life] as const))('lives the life of %s', async (_type, life) => {
    const door = await open();
    try {
      await live({ life, door, registry: cloud.registry, region: REGION });
    } finally {
      await door.close();
    }
  });

  it.each(forms.map((row) => [row.type, row.what, row] as const))('%s: %s', async (type, _what, row) => {
    const door = await open();
    try {
      await showForm({ row, life: lives.find((life) => life.type === type) as Life, door });
    } finally {
      await door.close();
    }
  });
});
