// How the command line speaks: marks and colours on a terminal, plain lines elsewhere.
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

export interface Terminal {
  readonly isTerminal: boolean;
  line(text?: string): void;
  /** Text of a line that stands until the next one replaces it; nothing where there is no terminal. */
  status(text: string): void;
  paint(style: Style, text: string): string;
}

/** `styleText` honours NO_COLOR, NODE_DISABLE_COLORS, FORCE_COLOR and the stream itself. */
export function terminal(stream: NodeJS.WriteStream): Terminal {
  const isTerminal = stream.isTTY === true;
  const clear = isTerminal ? '\r\u001b[2K' : '';
  // A reader that has gone away (`| head`) is no error.
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
