// An API key for this run, created in the same way as by `npm run keys -- create`.
import { createDynamo } from '../../service/dynamo/client.ts';
import { createKeyAdmin } from '../../service/keys/index.ts';

const NAME = 'npm run local';
/** Of a run that was not started anew. */
const LIFETIME_SECONDS = 30 * 24 * 3600;

/** Replaces the keys of earlier runs: each start has one valid key of this name. */
export async function createFirstKey(endpoint: string, region: string, table: string): Promise<string> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const admin = createKeyAdmin(createDynamo({ region, endpoint, credentials }), table);
  const earlier = (await admin.listKeys()).filter(({ name }) => name === NAME);
  await Promise.all(earlier.map(({ hash }) => admin.revokeKey(hash)));
  const expiresAt = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS;
  const { key } = await admin.createKey({ name: NAME, prefix: 'pets_test_', expiresAt });
  return key;
}
