// The lifecycle of each resource type by the provider protocol, as the real engine goes through it.
import { afterAll, expect, it } from 'vitest';
import { RECORDED } from '../../src/recorded/types.ts';
import { REGION, startSeededCloud } from './cloud.ts';
import { runLifecycle } from './lifecycle.ts';
import { LIFECYCLES } from './lifecycles.ts';
import { connect, protocolDriver } from './protocol.ts';

const cloud = await startSeededCloud();

afterAll(() => cloud.close());

it('has a lifecycle for each resource type that is served', () => {
  const known = [...Object.keys(LIFECYCLES), ...Object.keys(RECORDED)];
  expect(known.sort()).toEqual(cloud.registry.types.sort());
});

const open = async () => protocolDriver(await connect(cloud, REGION));

it.each(Object.entries(LIFECYCLES))('the lifecycle of %s', async (type, lifecycle) => {
  const driver = await open();
  await runLifecycle(type, lifecycle, driver, cloud.registry).finally(driver.close);
});

it("shows a refusal of the service in the service's own words", async () => {
  const driver = await open();
  const bucket = (name: string) => driver.apply('aws:s3/bucket:Bucket', name, { bucket: 'taken' });
  await bucket('first');
  await expect(bucket('second')).rejects.toThrow(/(^|[^:])BucketAlreadyOwnedByYou: Your previous request/);
  await driver.close();
});
