// The output of the command line: marks and colours on a terminal, plain lines elsewhere. It takes no string.
import type { styleText } from 'node:util';
import { type Gated, type Part, printable, type Shown, shown, styled } from '@petstore/custom-domains/output';

type Style = Parameters<typeof styleText>[0];

export interface Terminal {
  readonly isTerminal: boolean;
  line(text?: Gated): void;
  /** A line that the next one replaces; nothing where there is no terminal. */
  status(text: Gated): void;
  paint(style: Style, text: Part): Shown;
}

/** `styleText` honours NO_COLOR, NODE_DISABLE_COLORS, FORCE_COLOR and the stream itself. */
export function terminal(stream: NodeJS.WriteStream): Terminal {
  const isTerminal = stream.isTTY === true;
  const clear = isTerminal ? '\r\u001b[2K' : '';
  // A reader that closes the pipe early (`| head`) is not an error.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    isTerminal,
    line: (text = shown``) => void stream.write(`${clear}${printable(text)}\n`),
    status: (text) => {
      if (isTerminal) stream.write(`${clear}${printable(text)}`);
    },
    paint: (style, text) => styled(style, text, stream),
  };
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
