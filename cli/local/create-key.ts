// An API key for this run, created in the same way as by `npm run keys -- create`.
import type { Cloud } from '@petstore/local-cloud/cloud';
import { createDynamo } from '../../service/dynamo/client.ts';
import { createKeyAdmin } from '../../service/keys/index.ts';

type LocalDynamoDb = Pick<Cloud, 'dynamodbEndpoint' | 'administrator'>;

/** The keys of earlier runs remain valid until they expire. */
const LIFETIME_SECONDS = 30 * 24 * 3600;

export async function createFirstKey(
  { dynamodbEndpoint: endpoint, administrator: credentials }: LocalDynamoDb,
  region: string,
  table: string,
): Promise<string> {
  const admin = createKeyAdmin(createDynamo({ region, endpoint, credentials }), table);
  const expiresAt = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS;
  const { key } = await admin.createKey({ name: 'npm run local', prefix: 'pets_test_', expiresAt });
  return key;
}
