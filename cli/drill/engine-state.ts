// Drill: the state of the real Pulumi engine is lost, with its backups, and put back with `pulumi stack import`.
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shown } from '@petstore/custom-domains/output';
import { serveProviders } from '@petstore/local-cloud/provider/packages';
import { engineEnvironment, findPulumi } from '../local/engine-environment.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { createAnimals, snapshot } from './snapshot.ts';
import { ROOT, Stage } from './stage.ts';
import { assertSame, DrillError, type Steps } from './steps.ts';

const run = promisify(execFile);
/** Of one command of the engine. */
const LIMIT_MS = 5 * 60_000;
const MAX_OUTPUT = 64 * 1024 * 1024;

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
  const engine = async (...args: string[]): Promise<string> => {
    const options = { cwd: ROOT, env, timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT };
    return run(pulumi, args, options).then(({ stdout }) => stdout, failed(args));
  };
  try {
    await recover(stage, engine, step);
  } finally {
    await providers.close();
    await stage.close();
  }
}

async function recover(
  stage: Stage,
  engine: (...args: string[]) => Promise<string>,
  step: Steps['step'],
): Promise<void> {
  const backend = join(stage.folder, 'pulumi');
  const version = join(stage.folder, 'exported.json');
  const create = () => {
    mkdirSync(backend, { recursive: true });
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

function failed(args: readonly string[]): (error: unknown) => never {
  return (error) => {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const text = `${stdout}\n${stderr}`.trim().split('\n').slice(-MAX_LINES).join('\n');
    throw new DrillError(`pulumi ${args.join(' ')}: ${text}`);
  };
}

/** Of the output of a command that failed: its end says why. */
const MAX_LINES = 20;
