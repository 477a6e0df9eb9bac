// Where text is printed: marks and colours on a terminal, plain lines elsewhere. It takes no string.
import { styleText } from 'node:util';
import { clipped } from './columns.ts';
import { type Gated, type Part, printable, type Shown, shown, styled } from './gated.ts';

export interface Terminal {
  readonly isTerminal: boolean;
  /** As NO_COLOR, NODE_DISABLE_COLORS, FORCE_COLOR and the stream itself say. */
  readonly color: boolean;
  /** No limit where the stream is not a terminal. */
  readonly columns: number;
  line(text?: Gated): void;
  /** A line that the next one replaces; nothing where there is no terminal. */
  status(text: Shown): void;
  paint(style: Parameters<typeof styleText>[0], text: Part): Shown;
}

export function terminal(stream: NodeJS.WriteStream): Terminal {
  const isTerminal = stream.isTTY === true;
  const clear = isTerminal ? '\r\u001b[2K' : '';
  if (!stream.listeners('error').includes(endOnError)) stream.on('error', endOnError);
  return {
    isTerminal,
    color: styleText('red', 'x', { stream }) !== 'x',
    get columns() {
      return columnsOf(stream);
    },
    line: (text = shown``) => void stream.write(`${clear}${printable(text)}\n`),
    status: (text) => {
      if (isTerminal) stream.write(`${clear}${printable(clipped(text, columnsOf(stream)))}`);
    },
    paint: (style, text) => styled(style, text, stream),
  };
}

/** No limit where the stream is not a terminal, and on one that does not know its size, which reports 0. */
function columnsOf({ columns }: { readonly columns?: number }): number {
  return columns || Number.POSITIVE_INFINITY;
}

const NOT_WRITTEN = 2;

/** A reader that closes the pipe early (`| head`) is no error; any other, such as a full disk, ends the process with status 2. */
function endOnError({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return;
  // Where standard error cannot be written, this line is lost too.
  const line = shown`✗ the output could not be written: ${message}; if anything was changed before, it stays so`;
  process.stderr.write(`${printable(line)}\n`);
  process.exit(NOT_WRITTEN);
}
