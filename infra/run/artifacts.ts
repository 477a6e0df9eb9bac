// The content that a stack deploys: the function's archive and the OpenAPI document, built from the sources or by another job.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { sync as writeFileAtomic } from 'write-file-atomic';
import type { FunctionBundle } from '../../service/build.ts';
import { readPrebuilt } from './prebuilt.ts';

/** Content that a stack deploys besides its resources. */
export interface Artifacts {
  /** The function's archive: `index.js`, which exports `handler`, and its source map. */
  readonly functionCode: pulumi.asset.Archive;
  /** `index.js` of the function that checks the hosts. */
  readonly checksCode: pulumi.asset.Asset;
  /** The parsed OpenAPI document of the API, from which the documentation site is rendered. */
  readonly openapi: object;
}

export interface BuiltArtifacts extends Artifacts {
  readonly bundle: FunctionBundle;
}

/** One folder for each build, named by its content, because another run may still read an earlier build. */
const BUILDS = join(import.meta.dirname, '../../.local/build');
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Throws esbuild's BuildFailure, whose message names file, line and reason; for a build of another job, a RunError. */
export async function buildArtifacts(): Promise<BuiltArtifacts> {
  // The build tool is loaded here only: a deployment of another job's build loads none.
  const bundle =
    readPrebuilt(process.env) ?? (await (await import('../../service/build.ts')).buildFunction());
  const folder = store(bundle);
  // Files, not strings: the engine writes the text of a string asset into its state and its log.
  const file = (name: string) => new pulumi.asset.FileAsset(join(folder, name));
  const functionCode = new pulumi.asset.AssetArchive({
    'index.js': file('index.js'),
    'index.js.map': file('index.js.map'),
  });
  return { bundle, functionCode, checksCode: file('checks.js'), openapi: JSON.parse(bundle.contract) };
}

function store({ sha256, code, map, checks }: FunctionBundle): string {
  const folder = join(BUILDS, sha256.slice(0, 16));
  // `.local`, which this may create, has a secret and keys beside the builds.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileAtomic(join(folder, 'index.js'), code, { fsync: false });
  writeFileAtomic(join(folder, 'index.js.map'), map, { fsync: false });
  writeFileAtomic(join(folder, 'checks.js'), checks, { fsync: false });
  removeOld(folder);
  return folder;
}

function removeOld(newest: string): void {
  const now = new Date();
  utimesSync(newest, now, now);
  for (const name of readdirSync(BUILDS)) {
    const folder = join(BUILDS, name);
    // Undefined where another run has just removed it.
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (now.getTime() - changed > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
