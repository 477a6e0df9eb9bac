// What the commands need of a terminal beside what the package prints on it.
import {
  type Gated,
  type ListShape,
  nameWidth,
  type Part,
  printable,
  type Terminal,
} from '@petstore/custom-domains/output';

/** Rejects where the line cannot be written, also where its reader has gone: for what is shown only once. */
export function writeLine(stream: NodeJS.WriteStream, text: Gated): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.write(`${printable(text)}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

/** A list of these names on the terminal. */
export function listShape({ columns }: Pick<Terminal, 'columns'>, names: readonly Part[]): ListShape {
  return { names: nameWidth(names), columns };
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
