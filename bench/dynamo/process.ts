// A DynamoDB with a key and 60 animals, in its own process, so that no figure includes its work.
import { toEnvironment } from '../../service/tables.ts';
import { createWorld } from '../../test/service/harness.ts';

export interface DynamoMessage {
  readonly environment: Readonly<Record<string, string>>;
  readonly key: string;
}

const fixture = await createWorld();
for (let number = 1; number <= 60; number++)
  await fixture.store.create({
    name: `Animal ${number}`,
    categoryId: BigInt(number % 7),
    status: 'available',
  });
const environment = {
  ...toEnvironment(fixture.settings),
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL_DYNAMODB: fixture.endpoint,
};
process.send?.({ environment, key: fixture.key } satisfies DynamoMessage);
process.once('disconnect', () => process.exit());
