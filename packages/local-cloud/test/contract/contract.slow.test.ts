// The lifecycle of each resource type by the provider protocol, as the real engine goes through it.
import { afterAll, expect, it } from 'vitest';
import { RECORDED } from '../../src/recorded/types.ts';
import { REGION, startSeededCloud } from './cloud.ts';
import { type Lifecycle, runLifecycle } from './lifecycle.ts';
import { apigateway } from './lifecycles/apigateway.ts';
import { certificates } from './lifecycles/certificates.ts';
import { cloudfront } from './lifecycles/cloudfront.ts';
import { lambda } from './lifecycles/lambda.ts';
import { stored } from './lifecycles/stored.ts';
import { zones } from './lifecycles/zones.ts';
import { connect, protocolDriver } from './protocol.ts';

const lifecycles: readonly Lifecycle[] = [
  ...[stored, lambda, apigateway, certificates, zones, cloudfront],
].flat();

const cloud = await startSeededCloud();

afterAll(() => cloud.close());

it('has a lifecycle for each resource type that is served', () => {
  const known = [...lifecycles.map(({ type }) => type), ...Object.keys(RECORDED)];
  expect(known.sort()).toEqual(cloud.registry.types.sort());
});

const open = async () => protocolDriver(await connect(cloud, REGION));

it.each(lifecycles.map((lifecycle) => [lifecycle.type, lifecycle] as const))(
  'the lifecycle of %s',
  async (_type, lifecycle) => {
    const driver = await open();
    await runLifecycle({ lifecycle, driver, registry: cloud.registry, region: REGION }).finally(driver.close);
  },
);

it("shows a refusal of the service in the service's own words", async () => {
  const driver = await open();
  const bucket = (name: string) => driver.apply('aws:s3/bucket:Bucket', name, { bucket: 'taken' });
  await bucket('first');
  await expect(bucket('second')).rejects.toThrow(/(^|[^:])BucketAlreadyOwnedByYou: Your previous request/);
  await driver.close();
});
