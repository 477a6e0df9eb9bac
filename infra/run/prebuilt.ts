// The function as another job built it: one file, taken only if it has the expected SHA-256. So the workflows build once,
// in a job without credentials, and every stack deploys those bytes.
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { paragraph, printable } from '@petstore/custom-domains/output';
import * as pulumi from '@pulumi/pulumi';
import type { FunctionBundle } from '../../service/build.ts';

const ROOT = join(import.meta.dirname, '../..');

type Environment = Readonly<Record<string, string | undefined>>;

/** Writes the bundle as JSON, and returns the SHA-256 of the file in hex: what `sha256sum FILE` prints. */
export function writePrebuilt(file: string, bundle: FunctionBundle): string {
  const content = JSON.stringify(bundle);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return hash('sha256', content);
}

/**
 * The build in the file PETSTORE_BUILD, a path in the project's folder; undefined where neither variable is set.
 * Throws a RunError unless the file has the SHA-256 of PETSTORE_BUILD_SHA256: nothing else is deployed in its place.
 */
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
