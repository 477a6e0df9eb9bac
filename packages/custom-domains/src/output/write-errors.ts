// What becomes of a process whose output cannot be written.
import type { WriteStream } from 'node:tty';
import { printable, shown } from './gated.ts';

const NOT_WRITTEN = 2;

/** A reader that closes the pipe early (`| head`) is no error; any other, such as a full disk, ends the process with status 2. */
export function handleWriteErrors(stream: WriteStream): void {
  if (!stream.listeners('error').includes(endOnError)) stream.on('error', endOnError);
}

function endOnError({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return;
  // Where standard error cannot be written, this line is lost too.
  const line = shown`✗ the output could not be written: ${message}; what was changed before stays changed`;
  process.stderr.write(`${printable(line)}\n`);
  process.exit(NOT_WRITTEN);
}
