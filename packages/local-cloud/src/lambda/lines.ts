// Splits a stream of chunks into lines of bounded length.
import { StringDecoder } from 'node:string_decoder';

/** CloudWatch Logs' limit of one event. */
const MAX_LINE = 256 * 1024;

/** A listener for `data`. A longer line is passed on in pieces; an incomplete line waits for its end. */
export function splitLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return (chunk) => {
    const parts = (rest + decoder.write(chunk)).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) onLine(line);
    for (; rest.length > MAX_LINE; rest = rest.slice(MAX_LINE)) onLine(rest.slice(0, MAX_LINE));
  };
}
