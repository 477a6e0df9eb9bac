// Retries of an operation for a program's error hooks, as the real engine does them
// (pulumi/pulumi, pkg/resource/deploy/retries.go).

const MAX_TRIES = 100;

/** `isToRetry` gets every error message so far, the newest first. Throws the error of the last try. */
export async function retried<Result>(
  operation: () => Promise<Result>,
  isToRetry: (errors: readonly string[]) => Promise<boolean>,
): Promise<Result> {
  const errors: string[] = [];
  for (;;) {
    try {
      return await operation();
    } catch (error) {
      errors.unshift((error as Error).message);
      if (errors.length >= MAX_TRIES) throw new Error('maximum number of error hook retries reached');
      if (!(await isToRetry(errors))) throw error;
    }
  }
}
