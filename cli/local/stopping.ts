// How a run ends: what asks for it, and how long it may take.

/** Longer than the longest request (API Gateway's 30 s). */
const STOP_LIMIT_MS = 40_000;

/** The first signal stops cleanly, the second at once. A reader of the output that has gone, as `head` does, stops it too. */
export function onStopSignal(stop: () => void): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(130);
    isStopping = true;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' && !isStopping) onSignal();
  });
}

/** Ends the process where that takes too long. */
export async function endInTime(closing: Promise<void>): Promise<void> {
  const limit = setTimeout(() => process.exit(1), STOP_LIMIT_MS);
  await closing;
  clearTimeout(limit);
}
