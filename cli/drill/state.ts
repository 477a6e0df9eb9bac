// Drill: the state of the stack is lost, and an earlier version of it is put back.
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { shown } from '@petstore/custom-domains/output';
import { createAnimals, snapshot } from './snapshot.ts';
import { Stage } from './stage.ts';
import { assertSame, DrillError, type Steps } from './steps.ts';

export async function stateDrill({ step }: Steps): Promise<void> {
  const stage = await step(shown`embedded cloud`, () => Stage.open());
  try {
    await step(shown`stack deployed`, () => stage.up());
    const ids = await createAnimals(stage, ['Milo']);
    const before = await snapshot(stage, ids);
    const version = join(stage.folder, 'earlier-version.json');
    await step(shown`a version of the state, as a versioned bucket has it`, () => {
      stage.saveState();
      copyFileSync(stage.stateFile, version);
    });
    await step(shown`accident: the state is lost`, () => rmSync(stage.stateFile));
    await step(shown`the version put back`, () => {
      copyFileSync(version, stage.stateFile);
      stage.reloadState();
    });
    const changes = await step(shown`pulumi refresh, pulumi up: nothing changes`, () =>
      stage.up({ refresh: true }),
    );
    if (changes.length > 0) throw new DrillError(`the engine changed ${changes.join(', ')}`);
    await step(shown`answers compared`, async () =>
      assertSame('after the deployment', await snapshot(stage, ids), before),
    );
    if (!existsSync(stage.stateFile)) throw new DrillError('there is no state');
  } finally {
    await stage.close();
  }
}
