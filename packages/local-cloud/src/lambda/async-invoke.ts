// Asynchronous invocations: Lambda takes the event, and tries a function that fails again.
// https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
import type { AsyncFunctions, Functions, InvocationResult } from '../interfaces.ts';
import type { FunctionService } from './function-service.ts';
import { policyArn } from './qualified-arn.ts';

/** "a one-minute wait between the first two attempts, and two minutes between the second and third attempts". */
const WAITS_MS = [60_000, 120_000];
const DEFAULT_ATTEMPTS = 2;
/** "up to 6 hours by default". */
const DEFAULT_AGE_SECONDS = 21_600;
/** Of a throttled event: "exponentially from 1 second after the first attempt to a maximum of 5 minutes". */
const MAX_BACKOFF_MS = 300_000;

interface AsyncDeps extends Pick<FunctionService, 'eventConfigs'> {
  readonly invoke: Functions['invoke'];
  readonly log: (source: string, line: string) => void;
}

interface QueuedEvent {
  readonly arn: string;
  readonly payload: object;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly failures: number;
  readonly throttles: number;
}

export interface AsyncInvocations extends Pick<AsyncFunctions, 'send'> {
  /** Drops the events that wait: the queue is in memory, and the real one is not. */
  close(): void;
}

export function createAsyncInvocations({ invoke, eventConfigs, log }: AsyncDeps): AsyncInvocations {
  const timers = new Set<NodeJS.Timeout>();

  function later(event: QueuedEvent, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void attempt(event);
    }, ms);
    timers.add(timer.unref());
  }

  /** As configured when the attempt has ended. */
  async function attempt(event: QueuedEvent): Promise<void> {
    const result = await invoke(event.arn, event.payload);
    const { maximumRetryAttempts = DEFAULT_ATTEMPTS, maximumEventAgeInSeconds = DEFAULT_AGE_SECONDS } =
      eventConfigs.get(policyArn(event.arn)) ?? {};
    const next = nextOf(event, result);
    if (next === undefined) return;
    const { wait, event: queued } = next;
    const isTooOld = Date.now() + wait - queued.since > maximumEventAgeInSeconds * 1_000;
    if (queued.failures > maximumRetryAttempts || isTooOld) {
      log('lambda', `an event for ${event.arn} is dropped after ${queued.failures} failed attempts`);
      return;
    }
    later(queued, wait);
  }

  return {
    send: (arn, payload) => attempt({ arn, payload, since: Date.now(), failures: 0, throttles: 0 }),
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** Undefined: the function has returned. `wait` in milliseconds. */
function nextOf(event: QueuedEvent, { kind }: InvocationResult) {
  if (kind === 'answer') return undefined;
  if (kind === 'throttled') {
    const wait = Math.min(1_000 * 2 ** event.throttles, MAX_BACKOFF_MS);
    return { wait, event: { ...event, throttles: event.throttles + 1 } };
  }
  const wait = WAITS_MS[event.failures] ?? 0;
  return { wait, event: { ...event, failures: event.failures + 1 } };
}
