// What a stack deploys besides resources, built from the sources and the contract: the function's archive, the OpenAPI document.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { sync as writeFileAtomic } from 'write-file-atomic';
import { buildFunction, type FunctionBundle } from '../../service/build.ts';
import type { Artifacts } from '../program.ts';

export interface BuiltArtifacts extends Artifacts {
  readonly bundle: FunctionBundle;
}

/** A folder for each build, named by its content: another run may still be reading the last one. */
const BUILDS = join(import.meta.dirname, '../../.local/build');
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Throws esbuild's BuildFailure, whose message names file, line and reason. */
export async function buildArtifacts(): Promise<BuiltArtifacts> {
  const bundle = await buildFunction();
  const folder = store(bundle);
  // Files, not strings: the engine writes strings into its state and its log, and sends them to and fro.
  const file = (name: string) => new pulumi.asset.FileAsset(join(folder, name));
  const functionCode = new pulumi.asset.AssetArchive({
    'index.js': file('index.js'),
    'index.js.map': file('index.js.map'),
  });
  return { bundle, functionCode, openapi: JSON.parse(bundle.contract) };
}

function store({ sha256, code, map }: FunctionBundle): string {
  const folder = join(BUILDS, sha256.slice(0, 16));
  mkdirSync(folder, { recursive: true });
  writeFileAtomic(join(folder, 'index.js'), code, { fsync: false });
  writeFileAtomic(join(folder, 'index.js.map'), map, { fsync: false });
  removeOld(folder);
  return folder;
}

function removeOld(newest: string): void {
  const now = new Date();
  utimesSync(newest, now, now);
  for (const name of readdirSync(BUILDS)) {
    const folder = join(BUILDS, name);
    // Another run may have removed it just now.
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (now.getTime() - changed > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
