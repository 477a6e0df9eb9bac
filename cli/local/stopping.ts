// How a run ends: what asks for it, and how long it may take.

/** Longer than the longest request (API Gateway's 30 s). */
const STOP_LIMIT_MS = 40_000;
const PARENT_EVERY_MS = 1_000;

/** The first signal stops cleanly, the second at once. A reader of the output that has gone, as `head` does, stops it too. */
export function onStopSignal(stop: () => void): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(130);
    isStopping = true;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  const parent = process.ppid;
  // npm ends its shell at SIGTERM, and the shell does not pass it on: then this process has another parent.
  const isOrphan = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
  setInterval(() => isOrphan() && !isStopping && onSignal(), PARENT_EVERY_MS).unref();
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
