// The output of the command line: marks and colours on a terminal, plain lines elsewhere. It takes no string.
import type { styleText } from 'node:util';
import {
  clipped,
  type Gated,
  handleWriteErrors,
  type ListShape,
  nameWidth,
  type Part,
  printable,
  type Shown,
  shown,
  styled,
} from '@petstore/custom-domains/output';

type Style = Parameters<typeof styleText>[0];

export interface Terminal {
  readonly isTerminal: boolean;
  /** No limit where the stream is not a terminal. */
  readonly columns: number;
  line(text?: Gated): void;
  /** A line that the next one replaces; nothing where there is no terminal. */
  status(text: Shown): void;
  paint(style: Style, text: Part): Shown;
}

/** `styleText` honours NO_COLOR, NODE_DISABLE_COLORS, FORCE_COLOR and the stream itself. */
export function terminal(stream: NodeJS.WriteStream): Terminal {
  const isTerminal = stream.isTTY === true;
  const clear = isTerminal ? '\r\u001b[2K' : '';
  handleWriteErrors(stream);
  return {
    isTerminal,
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

/** Rejects where the line cannot be written, also where its reader has gone: for what is shown only once. */
export function writeLine(stream: NodeJS.WriteStream, text: Gated): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.write(`${printable(text)}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

/** No limit where the stream is not a terminal, and on one that does not know its size, which reports 0. */
function columnsOf({ columns }: { readonly columns?: number }): number {
  return columns || Number.POSITIVE_INFINITY;
}

/** A list of these names on the terminal. */
export function listShape({ columns }: Pick<Terminal, 'columns'>, names: readonly Part[]): ListShape {
  return { names: nameWidth(names), columns };
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
