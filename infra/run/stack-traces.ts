// The stack traces of a program with many hosts.

/** V8's own (https://v8.dev/docs/stack-trace-api). */
const STANDARD_LIMIT = 10;
const MANY_HOSTS = 20;

/**
 * Taking those traces is more than half of the time of a program with many hosts (3.0 s of 100 hosts against 1.3 s), so that it has
 * none. Whoever needs those of an error asks for them: NODE_OPTIONS=--stack-trace-limit=50.
 */
export function limitStackTraces(hosts: number): void {
  if (hosts >= MANY_HOSTS && Error.stackTraceLimit === STANDARD_LIMIT) Error.stackTraceLimit = 0;
}
