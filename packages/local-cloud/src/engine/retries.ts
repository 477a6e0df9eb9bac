// Retries of an operation for a program's error hooks, as the real engine does them
// (pulumi/pulumi, pkg/resource/deploy/retries.go).

import { CancelledError } from './cancelled-error.ts';

const MAX_TRIES = 100;

/**
 * `isToRetry` gets every error message so far, the newest first. Throws the error of the last try; where the run is stopped,
 * CancelledError, and no hook is asked about what the stop itself has ended.
 */
export async function retried<Result>(
  operation: () => Promise<Result>,
  isToRetry: (errors: readonly string[]) => Promise<boolean>,
  stopped: AbortSignal,
): Promise<Result> {
  const errors: string[] = [];
  for (;;) {
    if (stopped.aborted) throw new CancelledError();
    try {
      return await operation();
    } catch (error) {
      if (stopped.aborted) throw new CancelledError();
      errors.unshift((error as Error).message);
      if (errors.length >= MAX_TRIES) throw new Error('maximum number of error hook retries reached');
      if (!(await isToRetry(errors))) throw error;
    }
  }
}
