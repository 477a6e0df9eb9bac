// The API key that the local cloud prints: created as by `npm run keys -- create`, and the same in every run.
import type { Cloud } from '@petstore/local-cloud/cloud';
import { createDynamo } from '../../service/dynamo/client.ts';
import { createKeyAdmin, hashKey, isExpired } from '../../service/keys/index.ts';
import { LOCAL_KEY_NAME } from '../local-files.ts';

type LocalDynamoDb = Pick<Cloud, 'dynamodbEndpoint' | 'administrator'>;

const LIFETIME_SECONDS = 30 * 24 * 3600;
/** A key that would expire during a long run is replaced. */
const LEAST_MS = 7 * 24 * 3600 * 1000;

/** `earlier`, the key of the last run, where it is still valid; else a new one. No other key of this name remains. */
export async function localKey(
  { dynamodbEndpoint: endpoint, administrator: credentials }: LocalDynamoDb,
  { region, table, earlier }: { region: string; table: string; earlier?: string },
): Promise<string> {
  const admin = createKeyAdmin(createDynamo({ region, endpoint, credentials }), table);
  const ours = (await admin.listKeys()).filter(({ name }) => name === LOCAL_KEY_NAME);
  const valid = ours.find(
    (record) =>
      earlier !== undefined && record.hash === hashKey(earlier) && !isExpired(record, Date.now() + LEAST_MS),
  );
  const others = ours.filter((record) => record !== valid);
  await Promise.all(others.map(({ hash }) => admin.revokeKey(hash)));
  if (valid !== undefined && earlier !== undefined) return earlier;
  const expiresAt = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS;
  return (await admin.createKey({ name: LOCAL_KEY_NAME, prefix: 'pets_test_', expiresAt })).key;
}
