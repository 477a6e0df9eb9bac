// The output of the command line: marks and colours on a terminal, plain lines elsewhere.
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

export interface Terminal {
  readonly isTerminal: boolean;
  line(text?: string): void;
  /** A line that the next one replaces; nothing where there is no terminal. */
  status(text: string): void;
  paint(style: Style, text: string): string;
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
    line: (text = '') => void stream.write(`${clear}${text}\n`),
    status: (text) => {
      if (isTerminal) stream.write(`${clear}${text}`);
    },
    paint: (style, text) => styleText(style, text, { stream }),
  };
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
