// Events that a function fails on: how often they are tried, when, and what ends it.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEvents } from '../../src/events/index.ts';
import type { InvocationResult } from '../../src/interfaces.ts';
import { createAsyncInvocations } from '../../src/lambda/async-invoke.ts';
import type { EventInvokeConfigInputs } from '../../src/lambda/event-invoke-inputs.ts';
import { resource, testContext } from '../support/cloud.ts';

afterEach(() => void vi.useRealTimers());

const FUNCTION = 'arn:aws:lambda:eu-west-1:123456789012:function:checks';
const FAILED: InvocationResult = { kind: 'failed', errorType: 'Error', errorMessage: 'no' };
const HOUR = 3_600;

/** The seconds of each attempt. `results`: of the attempts in order, the last again and again. */
function sent(config: Partial<EventInvokeConfigInputs> | undefined, results: readonly InvocationResult[]) {
  vi.useFakeTimers({ now: 0 });
  const context = testContext();
  const eventConfigs = context.store.collection<EventInvokeConfigInputs>('configs');
  if (config !== undefined)
    eventConfigs.set(FUNCTION, { functionName: 'checks', maximumRetryAttempts: 2, ...config });
  const attempts: number[] = [];
  const queue = createAsyncInvocations({
    eventConfigs,
    log: context.log,
    async invoke() {
      attempts.push(Date.now() / 1_000);
      return results[attempts.length - 1] ?? (results.at(-1) as InvocationResult);
    },
  });
  return { queue, attempts, context };
}

it('tries a function that fails twice more, after one minute and after two', async () => {
  const { queue, attempts, context } = sent(undefined, [FAILED]);
  await queue.send(FUNCTION, {});
  expect(attempts).toEqual([0]);
  await vi.advanceTimersByTimeAsync(HOUR * 1_000);
  expect(attempts).toEqual([0, 60, 180]);
  expect(context.lines).toEqual([`lambda: an event for ${FUNCTION} is dropped after 3 failed attempts`]);
});

it.each([
  ['none', { maximumRetryAttempts: 0 }, [0]],
  ['one', { maximumRetryAttempts: 1 }, [0, 60]],
  ['those within the age of the event', { maximumEventAgeInSeconds: 100 }, [0, 60]],
])('tries again as configured: %s', async (_, config, expected) => {
  const { queue, attempts } = sent(config, [FAILED]);
  await queue.send(FUNCTION, {});
  await vi.advanceTimersByTimeAsync(HOUR * 1_000);
  expect(attempts).toEqual(expected);
});

it('ends with the first attempt that returns', async () => {
  const { queue, attempts } = sent(undefined, [FAILED, { kind: 'answer', value: null }]);
  await queue.send(FUNCTION, {});
  await vi.advanceTimersByTimeAsync(HOUR * 1_000);
  expect(attempts).toEqual([0, 60]);
});

it('tries a throttled event ever more slowly, whatever the attempts are, until it is too old', async () => {
  const config = { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 };
  const { queue, attempts } = sent(config, [{ kind: 'throttled' }]);
  await queue.send(FUNCTION, {});
  await vi.advanceTimersByTimeAsync(HOUR * 1_000);
  expect(attempts).toEqual([0, 1, 3, 7, 15, 31]);
});

it('drops what waits when it is closed', async () => {
  const { queue, attempts } = sent(undefined, [FAILED]);
  await queue.send(FUNCTION, {});
  queue.close();
  await vi.advanceTimersByTimeAsync(HOUR * 1_000);
  expect(attempts).toEqual([0]);
});

describe('a rule each five minutes, with a function that throws', () => {
  it.each([
    ['without a configuration, three attempts in each run', undefined, 6],
    ['with no retries, one', { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 240 }, 2],
  ])('%s', async (_, config, expected) => {
    const { queue, attempts, context } = sent(config, [FAILED]);
    const events = createEvents(context, { send: queue.send, permits: () => true });
    await resource(events, 'aws:cloudwatch/eventRule:EventRule').create({
      ...{ name: 'checks', scheduleExpression: 'rate(5 minutes)' },
    });
    await resource(events, 'aws:cloudwatch/eventTarget:EventTarget').create({
      ...{ rule: 'checks', targetId: 'checks', arn: FUNCTION },
    });
    await vi.advanceTimersByTimeAsync(14 * 60_000);
    expect(attempts).toHaveLength(expected);
    await events.close();
  });
});
