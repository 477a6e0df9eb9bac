// The pool of execution environments: how many start, when, and when they end; with environments that do nothing.
import { beforeEach, expect, test, vi } from 'vitest';
import type { InvocationResult } from '../../src/interfaces.ts';
import { Pool, type PooledEnvironment } from '../../src/lambda/pool.ts';

class Environment implements PooledEnvironment<string> {
  readonly started = Promise.withResolvers<InvocationResult | undefined>();
  readonly ready = this.started.promise;
  readonly calls: string[] = [];
  alive = true;
  ended = 0;
  #finish: ((result: InvocationResult) => void)[] = [];

  invoke(call: string): Promise<InvocationResult> {
    this.calls.push(call);
    return new Promise((resolve) => this.#finish.push(resolve));
  }

  async finish(): Promise<void> {
    this.#finish.shift()?.({ kind: 'answer', value: null });
    await settle();
  }

  async end(): Promise<void> {
    this.ended += 1;
  }
}

/** Lets every promise that can go on go on. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const failure: InvocationResult = { kind: 'failed', errorType: 'Runtime.ExitError', errorMessage: 'exit 1' };

let environments: Environment[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  environments = [];
});

/** `ready`: environments are ready at once. */
function pool({ ready = true } = {}): Pool<string> {
  const start = () => {
    const environment = new Environment();
    environments.push(environment);
    if (ready) environment.started.resolve(undefined);
    return environment;
  };
  return new Pool(start);
}

const calls = () => environments.map((one) => one.calls);

test('two start at once, and further invocations wait for them', async () => {
  const one = pool();
  for (const name of 'abcde') void one.invoke(name);
  await settle();
  expect(calls()).toEqual([['a'], ['b']]);
  await environments[0]?.finish();
  expect(calls()).toEqual([['a', 'c'], ['b']]);
});

test('all but one end after 30 s without an invocation, counted from the last one', async () => {
  const one = pool();
  for (const name of ['a', 'b']) void one.invoke(name);
  await settle();
  for (const environment of environments) await environment.finish();
  await vi.advanceTimersByTimeAsync(20_000);
  void one.invoke('c');
  await settle();
  await environments[1]?.finish();
  const ended = () => environments.map((environment) => environment.ended);
  await vi.advanceTimersByTimeAsync(9_999);
  expect([calls(), ended()]).toEqual([
    [['a'], ['b', 'c']],
    [0, 0],
  ]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended()).toEqual([1, 0]);
  void one.invoke('d');
  await settle();
  expect(environments).toHaveLength(2);
});

test('a failed start fails one invocation, and is the result of warming where none waits', async () => {
  const one = pool({ ready: false });
  const waiting = one.invoke('a');
  await settle();
  environments[0]?.started.resolve(failure);
  expect(await waiting).toEqual(failure);
  const warm = one.warm();
  environments[1]?.started.resolve(failure);
  expect(await warm).toEqual(failure);
  expect(environments.map(({ ended }) => ended)).toEqual([1, 1]);
});
