// DynamoDB's address against the AWS SDK's own endpoint rules, for every region of every partition that it knows.
import { readFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { dynamodbEndpoint } from '../../service/dynamo/endpoint.ts';

/** The SDK's package exports no list of its partitions: this is the file that it reads them from. */
const PARTITIONS = new URL(
  '../../node_modules/@aws-sdk/core/dist-es/submodules/client/util-endpoints/lib/aws/partitions.js',
  import.meta.url,
);

interface Partition {
  readonly id: string;
  readonly regions: Readonly<Record<string, object>>;
}

function partitions(): readonly Partition[] {
  const source = readFileSync(PARTITIONS, 'utf8');
  const object = source.slice(source.indexOf('{'), source.lastIndexOf('}') + 1);
  return (JSON.parse(object) as { partitions: Partition[] }).partitions;
}

// `aws-global` and its like are no regions of DynamoDB.
const REGIONS = partitions().flatMap(({ id, regions }) =>
  Object.keys(regions)
    .filter((region) => !region.endsWith('-global'))
    .map((region) => [id, region] as const),
);

test('there are the partitions of China, of Europe and of governments', () => {
  const found = new Set(REGIONS.map(([id]) => id));
  expect([...found]).toEqual(expect.arrayContaining(['aws', 'aws-cn', 'aws-eusc', 'aws-iso', 'aws-us-gov']));
  expect(REGIONS.length).toBeGreaterThan(40);
});

test.each(REGIONS)('%s: %s', (_partition, region) => {
  const { endpointProvider } = new DynamoDBClient({ region }).config;
  const { url } = endpointProvider({ Region: region, UseDualStack: false, UseFIPS: false });
  expect(`${dynamodbEndpoint(region)}/`).toBe(String(url));
});
