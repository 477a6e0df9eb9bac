// A file, or standard input, as text and within a bound.
import { closeSync, constants, createReadStream, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { UsageError, unreadableFile } from '../output/index.ts';
import type { ToolIo } from './io.ts';

/** Plans of thousands of resources have a tenth of it. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Objects and lists, which take far more memory than their text. Plans have 50 to 120 bytes for each, and thousands of resources a tenth. */
const MAX_OBJECTS = 500_000;
const PARTS = 'check its parts one by one';

export const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);

/** `-` is standard input. `fix`: what is to be given in place of a file that cannot be read. `budget`: of several files together. */
export async function readText(
  file: string,
  io: ToolIo,
  fix: string,
  budget = { bytes: 0 },
): Promise<string> {
  const name = nameOf(file);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of file === '-' ? io.input() : streamOf(file, io.signal)) {
      budget.bytes += chunk.length;
      if (budget.bytes > MAX_BYTES)
        throw new UsageError(`${name} has more than ${MAX_BYTES / 1024 / 1024} MB.`, PARTS);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name} ${unreadableFile(error)}.`, fix);
  }
  const content = Buffer.concat(chunks);
  if (countOf(content, '{') + countOf(content, '[') > MAX_OBJECTS)
    throw new UsageError(`${name} has more than ${MAX_OBJECTS} objects and lists.`, PARTS);
  // Windows PowerShell's > writes UTF-16. The decoder drops the byte order mark of either.
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(content);
}

function countOf(content: Buffer, text: string): number {
  let found = 0;
  for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, at + 1)) found += 1;
  return found;
}

/** Opening a FIFO waits for a writer in a thread that nothing interrupts, and the process with it. */
function streamOf(file: string, signal: AbortSignal): AsyncIterable<Buffer> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFIFO()) return createReadStream(file, { signal });
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return addAbortSignal(signal, new Socket({ fd, readable: true, writable: false }));
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
