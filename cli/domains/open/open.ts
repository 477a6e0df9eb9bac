// `domains open`: serves the page until Ctrl-C, or writes the page of one external host for its owner.
import { once } from 'node:events';
import { resolve } from 'node:path';
import { shown } from '@petstore/custom-domains/output';
import { assertFolder, assertStack } from '../../known-stack.ts';
import { UsageError } from '../../usage-error.ts';
import type { SharedOptions } from '../context.ts';
import type { Io } from '../io.ts';
import { runExport } from './export/export.ts';
import { servePage } from './server/listen.ts';

export interface OpenOptions extends SharedOptions {
  /** 0, or absent: a free one. */
  readonly port?: number;
  /** A folder for the pages of external hosts. */
  readonly export?: string;
}

/** Resolves to the exit status when the command is stopped; with --export when the files are written. */
export async function runOpen(names: readonly string[], options: OpenOptions, io: Io): Promise<number> {
  const { port = 0, dir, export: target, ...others } = options;
  if (target !== undefined) return runExport(names, target, { ...others, dir }, io);
  if (names.length > 0)
    throw new UsageError('The page shows every host.', 'leave the host out, or add --export DIR');
  if (others.outputs !== undefined && others.stack === undefined) throw unnamedOutputs();
  const folder = resolve(io.folder, dir ?? '.');
  if (others.stack === undefined) assertFolder(folder);
  else assertStack(others.stack, folder);
  const page = await servePage({ folder, io, options: others, port });
  io.print(shown`Domains  ${page.url}`);
  io.print(shown`  Only a browser that opens this address can use the page. Ctrl-C stops it.`);
  if (!io.signal.aborted) await once(io.signal, 'abort');
  await page.close();
  return 0;
}

function unnamedOutputs(): UsageError {
  return new UsageError('--outputs is the file of one stack, and no stack is named.', 'name it with --stack');
}
