// Operations that a program's error hook may want tried again, as the real engine does it
// (pulumi/pulumi, pkg/resource/deploy/retries.go).

const MAX_TRIES = 100;

/** `isToRetry` is told every message so far, the newest first. Throws what the last try threw. */
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
