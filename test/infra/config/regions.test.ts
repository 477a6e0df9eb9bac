// The table of regions: those of the provider that deploys there, and what is said of any other.
import enums from '@pulumi/aws/types/enums/index.js';
import { expect, test } from 'vitest';
import { AWS_REGIONS, regionRefusal } from '../../../infra/config/regions.ts';

test('has each region that @pulumi/aws knows: add those that an update of it brings', () => {
  expect(Object.values(enums.Region).filter((region) => !AWS_REGIONS.includes(region))).toEqual([]);
  expect(new Set(AWS_REGIONS).size).toBe(AWS_REGIONS.length);
});

test.each(AWS_REGIONS)('%s is not refused', (region) => {
  expect(regionRefusal(region)).toBeUndefined();
});

const IF_NEW = 'f AWS has opened it since, add it to infra/config/regions.ts';
test.each<[unknown, string]>([
  ['eu-centrl-1', `did you mean "eu-central-1"? I${IF_NEW}`],
  ['eu-central-9', `did you mean "eu-central-1"? I${IF_NEW}`],
  ['zz-nowhere-1', `write it like eu-west-1; i${IF_NEW}`],
  ['Frankfurt', 'write it like eu-west-1'],
  ['EU-West-1', 'did you mean "eu-west-1"?'],
  [7, 'write it like eu-west-1'],
])('%j is refused with what to write', (given, fix) => {
  const what = `${JSON.stringify(given)} is not a region of AWS`;
  expect(regionRefusal(given)).toEqual({ code: 'bad-region', what, fix });
});
