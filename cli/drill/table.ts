// Drill: a table is restored to a moment ago, and its items are copied back into the table that is live.
import { setTimeout as sleep } from 'node:timers/promises';
import { shown } from '@petstore/custom-domains/output';
import { copyItems } from './copy-items.ts';
import { createAnimals, snapshot } from './snapshot.ts';
import { Stage } from './stage.ts';
import { assertSame, DrillError, type Steps } from './steps.ts';

/** Until the local cloud can restore to what is now; the real service is about five minutes behind. */
const LAG_MS = 2_100;

export async function tableDrill({ step }: Steps): Promise<void> {
  const stage = await step(shown`embedded cloud`, () => Stage.open());
  try {
    await step(shown`stack deployed`, () => stage.up());
    const { dynamo } = stage;
    const { pets: live } = stage.tables;
    const ids = await step(shown`five animals`, () =>
      createAnimals(stage, ['Milo', 'Rex', 'Tom', 'Ida', 'Bo']),
    );
    const before = await snapshot(stage, ids);
    await sleep(1_000 - (Date.now() % 1_000));
    const RestoreDateTime = Math.floor(Date.now() / 1_000);
    await sleep(50);
    await step(shown`accident: three animals are deleted, one is overwritten`, () => accident(stage, ids));
    const [later = ''] = await step(shown`a client creates another one meanwhile`, () =>
      createAnimals(stage, ['Late']),
    );
    const restored = `${live}-restored`;
    await sleep(LAG_MS);
    await step(shown`RestoreTableToPointInTime into ${restored}`, () =>
      dynamo.call('RestoreTableToPointInTime', {
        ...{ SourceTableName: live, TargetTableName: restored, RestoreDateTime },
      }),
    );
    const copied = await step(shown`its items copied into ${live}`, () =>
      copyItems(dynamo, { from: restored, to: live, overwrite: true, write: true }),
    );
    assertSame('what was copied', copied, { missing: 3, different: 1, same: 1, written: 4 });
    await step(
      shown`answers compared: each animal is as it was, and the new one is still there`,
      async () => {
        const after = await snapshot(stage, ids);
        const { status } = await stage.get(`/pets/${later}`);
        if (status !== 200) throw new DrillError(`the animal that was created meanwhile: ${status}`);
        const { '/pets?limit=100': _list, ...same } = after;
        const { '/pets?limit=100': _before, ...expected } = before;
        assertSame('after the restore', same, expected);
      },
    );
    await step(shown`restored table deleted`, () => dynamo.call('DeleteTable', { TableName: restored }));
    const changes = await step(shown`the stack is the same for the engine`, () =>
      stage.up({ refresh: true }),
    );
    if (changes.length > 0) throw new DrillError(`the engine would change ${changes.join(', ')}`);
  } finally {
    await stage.close();
  }
}

/** As a script with a wrong condition does it, directly in the table. */
async function accident({ dynamo, tables }: Stage, ids: readonly string[]): Promise<void> {
  const [first, second, third, fourth] = ids.map((id) => ({
    TableName: tables.pets,
    Key: { id: { N: id } },
  }));
  for (const one of [first, second, third]) await dynamo.call('DeleteItem', { ...one });
  await dynamo.call('UpdateItem', {
    ...fourth,
    UpdateExpression: 'SET #name = :wrong',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':wrong': { S: 'overwritten' } },
  });
}
