// DynamoDB's address against the AWS SDK's own endpoint rules, for every region of every partition that it knows.
import { readFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { dynamodbEndpoint } from '../../service/dynamo/client.ts';

/** The SDK's package exports no list of its partitions: this is the file that it reads them from. */
const PARTITIONS = new URL(
  '../../node_modules/@aws-sdk/core/dist-es/submodules/client/util-endpoints/lib/aws/partitions.js',
  import.meta.url,
);

const source = readFileSync(PARTITIONS, 'utf8');
const { partitions } = JSON.parse(source.slice(source.indexOf('{'), source.lastIndexOf('}') + 1)) as {
  readonly partitions: readonly { readonly regions: Readonly<Record<string, object>> }[];
};
// `aws-global` and its like are no regions of DynamoDB.
const regions = partitions
  .flatMap((partition) => Object.keys(partition.regions))
  .filter((region) => !region.endsWith('-global'));

test('the address in each region is that of the SDK', () => {
  expect(regions).toEqual(expect.arrayContaining(['eu-west-1', 'cn-north-1', 'us-gov-east-1']));
  const own = regions.map((region) => `${dynamodbEndpoint(region)}/`);
  const { endpointProvider } = new DynamoDBClient({ region: 'eu-west-1' }).config;
  const of = (Region: string) => endpointProvider({ Region, UseDualStack: false, UseFIPS: false }).url;
  expect(own).toEqual(regions.map((region) => String(of(region))));
});
