// Why the outputs of a stack could not be read with the Pulumi CLI, in a line.

/** Of a failed `pulumi stack output`: that the CLI is missing, or the last line that it printed. */
export function pulumiFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && message.includes('spawn')) return 'there is no pulumi on the path';
  return message.trim().split('\n').at(-1) || message;
}
