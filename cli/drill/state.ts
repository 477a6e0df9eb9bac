// Drill: the state of the stack is lost. An earlier version of it is put back; or there is none, and a new deployment takes
// over the hosts that are live, and the items of the tables.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { shown } from '@petstore/custom-domains/output';
import type { ResourceState } from '@petstore/local-cloud/engine/state';
import { copyItems } from './copy-items.ts';
import { engineStateDrill } from './engine-state.ts';
import { createAnimals, type Snapshot, snapshot } from './snapshot.ts';
import { Stage } from './stage.ts';
import { assertSame, DrillError, type Steps } from './steps.ts';

export async function stateDrill(steps: Steps): Promise<void> {
  await ownStateDrill(steps);
  await engineStateDrill(steps);
}

async function ownStateDrill({ step }: Steps): Promise<void> {
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
    await step(shown`accident: the state is lost`, () => {
      rmSync(stage.stateFile);
      stage.reloadState();
    });
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
    await withoutVersion(stage, { ids, before }, step);
  } finally {
    await stage.close();
  }
}

const TABLE = 'aws:dynamodb/table:Table';
const MAPPING = 'aws:apigatewayv2/apiMapping:ApiMapping';
const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';

/** The hosts are adopted with the ids that the account has of them; the tables are new, so that their items are copied. */
async function withoutVersion(
  stage: Stage,
  { ids, before }: { ids: readonly string[]; before: Snapshot },
  step: Steps['step'],
): Promise<void> {
  const lost = stage.resources;
  await step(shown`accident: the state is lost, with every version`, () => {
    rmSync(stage.stateFile);
    stage.reloadState();
  });
  await step(shown`the mappings of the hosts to the earlier API deleted: the API is away from here`, () =>
    deleteMappings(stage, lost),
  );
  const hosts = stage.plan.hosts.map((one) => ({ ...one, adopt: idsOf(one.host, lost) }));
  stage.plan = { ...stage.plan, hosts };
  const changes = await step(shown`pulumi up, with the hosts in petstore:adopt`, () => stage.up());
  if (!changes.some((change) => change.startsWith('import '))) throw new DrillError('nothing was taken over');
  await step(shown`items of the earlier tables copied`, async () => {
    for (const { name, id: from = '' } of lost.filter(({ type }) => type === TABLE)) {
      const to = stage.resources.find((one) => one.type === TABLE && one.name === name)?.id ?? '';
      await copyItems(stage.dynamo, { from, to, overwrite: false, write: true });
    }
  });
  await step(shown`answers compared: the animals, the key and the hosts are the same`, async () =>
    assertSame('after the deployment', await snapshot(stage, ids), before),
  );
}

/** An API mapping names its API and cannot be changed to another: `mapping: none` creates one to the new API. */
async function deleteMappings(
  { cloud, plan, signal }: Stage,
  resources: readonly ResourceState[],
): Promise<void> {
  for (const { type, id = '', inputs } of resources.filter((one) => one.type === MAPPING)) {
    await cloud.registry.handler(type).delete(id, inputs as never, { region: plan.region, signal });
  }
}

/** As `aws cloudfront list-distributions` shows them. */
function idsOf(
  host: string,
  resources: readonly ResourceState[],
): { mapping?: string; distribution?: string } {
  const attachment = resources.find(
    ({ type, name }) => type === DISTRIBUTION && name === `${host}-attachment`,
  );
  return attachment?.id === undefined ? { mapping: 'none' } : { distribution: attachment.id };
}
