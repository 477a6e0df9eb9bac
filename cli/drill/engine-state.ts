// Drill: the state of the real Pulumi engine is lost, with its backups, and put back with `pulumi stack import`.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { shown } from '@petstore/custom-domains/output';
import { serveProviders } from '@petstore/local-cloud/provider/packages';
import { engineEnvironment, findPulumi } from '../local/engine-environment.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { type EngineCommand, engineCommand } from './engine-command.ts';
import { createAnimals, snapshot } from './snapshot.ts';
import { ROOT, Stage } from './stage.ts';
import { assertSame, type Steps } from './steps.ts';

export async function engineStateDrill({ step, skipped }: Steps): Promise<void> {
  const pulumi = findPulumi();
  if (pulumi === undefined)
    return skipped(shown`the same with the Pulumi CLI: left out, as it is not on the path`);
  const stage = await step(shown`embedded cloud, for the Pulumi CLI`, () => Stage.open());
  const { cloud, folder, plan } = stage;
  const providers = await serveProviders(cloud.registry, plan.region);
  const env = {
    ...process.env,
    ...engineEnvironment({ root: ROOT, folder, cloud, providers: providers.addresses }),
  };
  try {
    await recoverEngineState(stage, engineCommand(pulumi, { cwd: ROOT, env }), step);
  } finally {
    await providers.close();
    await stage.close();
  }
}

/** Each command of Pulumi in turn, on a stage that is not deployed yet. Throws DrillError where the stack is another one after it. */
export async function recoverEngineState(
  stage: Stage,
  engine: EngineCommand,
  step: Steps['step'],
): Promise<void> {
  const backend = join(stage.folder, 'pulumi');
  const version = join(stage.folder, 'exported.json');
  const create = () => {
    mkdirSync(backend);
    return engine('stack', 'select', LOCAL_STACK, '--create', '--non-interactive');
  };
  await create();
  await step(shown`pulumi up`, () => engine('up', '--yes', '--non-interactive'));
  await stage.serve(JSON.parse(await engine('stack', 'output', '--json')));
  const ids = await createAnimals(stage, ['Milo']);
  const before = await snapshot(stage, ids);
  await step(shown`pulumi stack export`, () => engine('stack', 'export', '--file', version));
  await step(shown`accident: the state is lost, with the backups of the engine`, () =>
    rmSync(backend, { recursive: true }),
  );
  await step(shown`pulumi stack import`, async () => {
    await create();
    await engine('stack', 'import', '--file', version);
  });
  await step(shown`pulumi refresh`, () => engine('refresh', '--yes', '--non-interactive'));
  await step(shown`pulumi preview --expect-no-changes`, () =>
    engine('preview', '--expect-no-changes', '--non-interactive'),
  );
  await step(shown`answers compared`, async () =>
    assertSame('after the import', await snapshot(stage, ids), before),
  );
}
