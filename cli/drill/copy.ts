// Drill: the items and the recovery of a table are lost; the table is restored from the copy of a backup in another region.
import { shown } from '@petstore/custom-domains/output';
import { loadLocalPlan } from '../local/local-stack.ts';
import { copyItems } from './copy-items.ts';
import { createAnimals, snapshot } from './snapshot.ts';
import { ROOT, Stage } from './stage.ts';
import { assertSame, DrillError, type Steps } from './steps.ts';

const ELSEWHERE = 'eu-central-1';

export async function copyDrill({ step }: Steps): Promise<void> {
  const plan = loadLocalPlan(ROOT);
  const settings = { ...plan.settings, backup: { region: ELSEWHERE, days: 35 } };
  const stage = await step(shown`embedded cloud`, () => Stage.open({ ...plan, settings }));
  try {
    const { backups } = stage.cloud;
    await step(shown`stack deployed, its backups copied to ${ELSEWHERE}`, () => stage.up());
    const { pets: live } = stage.tables;
    const ids = await step(shown`three animals`, () => createAnimals(stage, ['Milo', 'Rex', 'Tom']));
    const before = await snapshot(stage, ids);
    await step(shown`the backups of a night`, () => backups.runAll());
    const copies = backups.recoveryPoints().filter((point) => isIn(point, ELSEWHERE));
    assertSame('the copies', { count: copies.length }, { count: 4 });
    await step(shown`accident: every animal is deleted, and the recovery of the table is switched off`, () =>
      accident(stage, ids),
    );
    const restored = `${live}-restored`;
    await step(shown`the copy copied back, and restored into ${restored}`, () =>
      restoreCopy(stage, live, restored),
    );
    const copied = await step(shown`its items copied into ${live}`, () =>
      copyItems(stage.dynamo, { from: restored, to: live, overwrite: false, write: true }),
    );
    assertSame('what was copied', copied, { missing: 3, different: 0, same: 0, written: 3 });
    await step(shown`answers compared: each animal is as it was`, async () =>
      assertSame('after the restore', await snapshot(stage, ids), before),
    );
    await step(shown`restored table deleted`, () =>
      stage.dynamo.call('DeleteTable', { TableName: restored }),
    );
    const changes = await step(shown`pulumi up, after a refresh`, () => stage.up({ refresh: true }));
    assertSame('what the engine changed', changes, ['update api-store-pets']);
    const refused = await step(shown`accident: the stack is destroyed`, () => stage.destroy());
    assertSame('what was not destroyed', refused, []);
    await step(shown`the copies of its four tables found in ${ELSEWHERE}`, () => {
      const left = backups.recoveryPoints().filter((point) => isIn(point, ELSEWHERE));
      assertSame('the copies after that', { count: left.length }, { count: 4 });
    });
  } finally {
    await stage.close();
  }
}

const isIn = ({ vaultArn }: { readonly vaultArn: string }, region: string): boolean =>
  vaultArn.split(':')[3] === region;

/** As somebody with the rights of an administrator does it, who knows of point-in-time recovery. */
async function accident({ dynamo, tables }: Stage, ids: readonly string[]): Promise<void> {
  const TableName = tables.pets;
  for (const id of ids) await dynamo.call('DeleteItem', { TableName, Key: { id: { N: id } } });
  await dynamo.call('UpdateContinuousBackups', {
    ...{ TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false } },
  });
}

/** StartCopyJob into the vault beside the tables, then StartRestoreJob. */
async function restoreCopy({ cloud, plan }: Stage, table: string, into: string): Promise<void> {
  const ofTable = cloud.backups
    .recoveryPoints()
    .filter(({ resourceArn }) => resourceArn.endsWith(`:table/${table}`));
  const copy = ofTable.find((point) => isIn(point, ELSEWHERE));
  const vault = ofTable.find((point) => isIn(point, plan.region))?.vaultArn;
  if (copy === undefined || vault === undefined) throw new DrillError(`there is no copy of ${table}`);
  await cloud.backups.restore(cloud.backups.copy(copy, vault), into);
}
