// Options that several commands have: ports as commander parses them, `--format`, `--region`, and `--stack`.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { closest } from '@petstore/custom-domains/names';
import { UsageError } from '@petstore/custom-domains/output';
import { InvalidArgumentError, Option } from 'commander';
import { regionRefusal } from '../infra/config/regions.ts';
import { restoring, stackOf, stacksIn } from '../infra/config/stack-file.ts';

/** A port to listen on; 0 is a free one. Throws InvalidArgumentError for any other text. */
export function listeningPort(text: string): number {
  return portFrom(0, text, 'A port is a whole number from 1 to 65535, or 0 for a free one.');
}

/** The port of a server that exists. Throws InvalidArgumentError for any other text. */
export function serversPort(text: string): number {
  return portFrom(1, text, 'A port is a whole number from 1 to 65535.');
}

function portFrom(first: number, text: string, message: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= first && value <= 65_535) return value;
  throw new InvalidArgumentError(message);
}

/** `--format text` or `json`. */
export const formatOption = () =>
  new Option('--format <format>', 'how to show it').choices(['text', 'json']).default('text');

/** Throws UsageError for what is not a region of AWS: its endpoints have no address, and the request would time out. */
export function assertRegion(region: string): void {
  const refusal = regionRefusal(region);
  if (refusal !== undefined) throw new UsageError(`--region: ${refusal.what}.`, refusal.fix);
}

/** Throws UsageError where the folder has no file of the stack. */
export function assertStack(stack: string, folder: string): void {
  assertFolder(folder);
  const known = stacksIn(folder);
  // A script gives an empty name where its variable is not set.
  if (stack === '') throw new UsageError('--stack is empty.', stackAdvice(known));
  if (known.includes(stack)) return;
  const [begun, ...others] = known.filter((one) => one.startsWith(stack));
  const meant = closest(stack, known) ?? (others.length === 0 ? begun : undefined);
  const file = `Pulumi.${stack}.yaml`;
  // Of a misspelt name, git has no file, nor of one that no stack can have.
  const wasDeleted = meant === undefined && stackOf(file) !== undefined ? `; ${restoring(file)}` : '';
  throw new UsageError(
    `There is no stack "${stack}": ${resolve(folder)} has no ${file}.`,
    `${stackAdvice(known, meant)}${wasDeleted}`,
  );
}

/** Throws UsageError where it is not there: of a folder that is, the stacks would be missing. */
export function assertFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  throw new UsageError(
    `There is no folder ${resolve(folder)}.`,
    "run it in the project's folder, or name that with --dir",
  );
}

/** What to do about a stack that is not one of `known`. */
export function stackAdvice(known: readonly string[], meant?: string): string {
  if (known.length === 0) return "run it in the project's folder";
  const all = `stacks here: ${known.join(', ')}`;
  return meant === undefined ? all : `did you mean --stack ${meant}? ${all}`;
}
