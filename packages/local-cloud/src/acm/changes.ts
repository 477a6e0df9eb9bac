// The wait for a certificate's next change.

export class Changes {
  /** By ARN. */
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Wakes everyone who waits for the certificate. */
  notify(arn: string): void {
    for (const wake of [...(this.#waiting.get(arn) ?? [])]) wake();
  }

  /** Resolves with the certificate's next change, or when the signal is aborted. */
  next(arn: string, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(arn) ?? new Set();
    this.#waiting.set(arn, waiting);
    return new Promise((resolve) => {
      const wake = () => {
        waiting.delete(wake);
        if (waiting.size === 0) this.#waiting.delete(arn);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
