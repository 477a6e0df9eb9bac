// The log of a run: every line of the cloud's services in a file, and their own messages on the terminal.
import { createWriteStream } from 'node:fs';
import { paragraph, printable, shown, type Terminal } from '@petstore/custom-domains/output';
import { redact } from '../../service/http/redact.ts';

/** Each start begins a new log, which ends at this size. */
const MAX_LOG_BYTES = 50 * 1024 * 1024;

/** Services that report by themselves what a person at the terminal is to know; requests and functions are in the file alone. */
const PRINTED = new Set(['acm', 'apigatewayv2', 'cloudfront', 'codedeploy', 'dns', 'endpoint', 'ingress']);

/** Only its owner can read `file`. Where it cannot be written, as on a full disk, the run goes on. */
export function cloudLog(file: string, err: Terminal): (source: string, line: string) => void {
  const print = (source: string, text: string) =>
    err.line(shown`  ${err.paint('yellow', '!')} ${source}: ${paragraph(text)}`);
  const stream = createWriteStream(file, { mode: 0o600 });
  stream.on('error', ({ message }) =>
    print(
      'log',
      `${file} cannot be written, and ends here (${message})\nto have it, make it writable and start again`,
    ),
  );
  return (source, given) => {
    // A path of any host can have an API key in it.
    const line = redact(given);
    // What is still to be written counts too: in a burst it is most of the log.
    if (stream.bytesWritten + stream.writableLength < MAX_LOG_BYTES)
      stream.write(`${printable(shown`${source}: ${paragraph(line)}`)}\n`);
    if (PRINTED.has(source)) print(source, line);
  };
}
