// What a function writes to its log, which is standard output: kept, and out of the way of the tests' own.

/** Lines go to `lines` until the returned function is called. */
export function keepLog(lines: string[]): () => void {
  const { stdout } = process;
  const { write } = stdout;
  stdout.write = ((chunk: string | Uint8Array, ...rest: []) => {
    if (typeof chunk !== 'string' || !chunk.startsWith('{"timestamp"'))
      return write.call(stdout, chunk, ...rest);
    lines.push(chunk.trimEnd());
    return true;
  }) as typeof write;
  return () => {
    stdout.write = write;
  };
}
