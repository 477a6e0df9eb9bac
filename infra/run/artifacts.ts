// The content that a stack deploys, built from the sources or by another job: then it is one file, taken only if it has
// the expected SHA-256, so that every stack deploys what was built in a job without credentials.
import { hash, randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { paragraph, printable } from '@petstore/custom-domains/output';
import * as pulumi from '@pulumi/pulumi';
import type { FunctionBundle } from '../../service/build.ts';

export interface Artifacts {
  /** The function's archive: `index.js`, which exports `handler`, and its source map. */
  readonly functionCode: pulumi.asset.Archive;
  /** `index.js` of the function that checks the hosts. */
  readonly checksCode: pulumi.asset.Asset;
  readonly openapi: object;
}

export interface BuiltArtifacts extends Artifacts {
  readonly bundle: FunctionBundle;
}

/** One folder for each build, named by its content, because another run may still read an earlier build. */
const BUILDS = join(import.meta.dirname, '../../.local/build');
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Throws a RunError where a source has a mistake, whose message names file, line and reason, and for a wrong build of another job. */
export async function buildArtifacts(): Promise<BuiltArtifacts> {
  const bundle = readPrebuilt(process.env) ?? (await build());
  const folder = store(bundle);
  // Files, not strings: the engine writes the text of a string asset into its state and its log.
  const file = (name: string) => new pulumi.asset.FileAsset(join(folder, name));
  const functionCode = new pulumi.asset.AssetArchive({
    'index.js': file('index.js'),
    'index.js.map': file('index.js.map'),
  });
  return { bundle, functionCode, checksCode: file('checks.js'), openapi: JSON.parse(bundle.contract) };
}

async function build(): Promise<FunctionBundle> {
  // The build tool is loaded here only: a deployment of another job's build loads none.
  const { buildFunction } = await import('../../service/build.ts');
  try {
    return await buildFunction();
  } catch (error) {
    // esbuild's BuildFailure has `errors`.
    const isOfSource = error instanceof SyntaxError || 'errors' in (error as Error);
    throw isOfSource ? refusal((error as Error).message, { cause: error }) : error;
  }
}

function store({ sha256, code, map, checks }: FunctionBundle): string {
  const folder = join(BUILDS, sha256.slice(0, 16));
  // `.local`, which this may create, has a secret and keys beside the builds.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = { 'index.js': code, 'index.js.map': map, 'checks.js': checks };
  for (const [name, content] of Object.entries(files)) {
    // Another run may read the same build now, and a nearly full disk takes a part only: the file appears when it is whole.
    const written = join(folder, `${name}.${randomUUID()}`);
    try {
      writeFileSync(written, content);
      renameSync(written, join(folder, name));
    } finally {
      rmSync(written, { force: true });
    }
  }
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

const ROOT = join(import.meta.dirname, '../..');

type Environment = Readonly<Record<string, string | undefined>>;

/** Writes the bundle as JSON, and returns the SHA-256 of the file in hex: what `sha256sum FILE` prints. */
export function writePrebuilt(file: string, bundle: FunctionBundle): string {
  const content = JSON.stringify(bundle);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return hash('sha256', content);
}

/** The build in the file PETSTORE_BUILD, a path in the project's folder; undefined where it is not set. Throws a RunError
 * unless the file has the SHA-256 of PETSTORE_BUILD_SHA256. */
export function readPrebuilt({ PETSTORE_BUILD: path, PETSTORE_BUILD_SHA256: expected }: Environment) {
  if (path === undefined && expected === undefined) return undefined;
  if (!path || !expected) {
    throw refusal('PETSTORE_BUILD and PETSTORE_BUILD_SHA256 are set together, or neither is');
  }
  const content = contentOf(path);
  const found = hash('sha256', content);
  if (found !== expected) {
    throw refusal(`${path} has the SHA-256 ${found}, and PETSTORE_BUILD_SHA256 is ${expected}`);
  }
  return JSON.parse(content.toString()) as FunctionBundle;
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(resolve(ROOT, path));
  } catch (cause) {
    throw refusal(`PETSTORE_BUILD: ${(cause as Error).message}`, { cause });
  }
}

function refusal(message: string, options?: ErrorOptions): pulumi.RunError {
  return new pulumi.RunError(printable(paragraph(message)), options);
}
