// An API key for this run, created in the same way as by `npm run keys -- create`.
import type { Cloud } from '@petstore/local-cloud/cloud';
import { createDynamo } from '../../service/dynamo/client.ts';
import { createKeyAdmin } from '../../service/keys/index.ts';

type LocalDynamoDb = Pick<Cloud, 'dynamodbEndpoint' | 'administrator'>;

const NAME = 'npm run local';
/** Of a run that was not started anew. */
const LIFETIME_SECONDS = 30 * 24 * 3600;

/** Replaces the keys of earlier runs: each start has one valid key of this name. */
export async function createFirstKey(
  { dynamodbEndpoint: endpoint, administrator: credentials }: LocalDynamoDb,
  region: string,
  table: string,
): Promise<string> {
  const admin = createKeyAdmin(createDynamo({ region, endpoint, credentials }), table);
  const earlier = (await admin.listKeys()).filter(({ name }) => name === NAME);
  await Promise.all(earlier.map(({ hash }) => admin.revokeKey(hash)));
  const expiresAt = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS;
  const { key } = await admin.createKey({ name: NAME, prefix: 'pets_test_', expiresAt });
  return key;
}
