// One execution environment: a thread that runs one invocation at a time. A process of its own would take 40 MB more.
// Threads share the process's time zone, and the folder that `fs` resolves paths against.

import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { InvocationResult } from '../interfaces.ts';
import { within } from '../within.ts';
import type { PooledEnvironment } from './pool.ts';

const RUNTIME = fileURLToPath(new URL('./runtime.js', import.meta.url));
/** Lambda ends a longer init phase. */
const INIT_MS = 10_000;
/** Lambda's limit of a response payload: 6 MB and a little for its envelope. */
const MAX_RESPONSE_BYTES = 6_291_556;

interface EnvironmentOptions {
  /** All of `process.env`: it has no variable of the cloud's own. */
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  /** Of an invocation; after it the invocation fails, and the thread ends. */
  readonly timeoutMs: number;
  readonly onLine: (line: string) => void;
}

type Failed = Extract<InvocationResult, { kind: 'failed' }>;

export class Environment implements PooledEnvironment<Call> {
  readonly ready: Promise<Failed | undefined>;
  readonly #thread: Worker;
  readonly #timeoutMs: number;
  readonly #initialised = Promise.withResolvers<Failed | undefined>();
  #pending: { readonly requestId: string; readonly settle: (result: InvocationResult) => void } | undefined;
  #alive = true;

  constructor({ variables, memoryMb, timeoutMs, onLine }: EnvironmentOptions) {
    this.#timeoutMs = timeoutMs;
    // 90 % of the memory for the heap, as Lambda's own bootstrap sets it.
    this.#thread = new Worker(RUNTIME, {
      env: variables,
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: Math.floor(memoryMb * 0.9) },
    });
    for (const stream of [this.#thread.stdout, this.#thread.stderr]) stream.on('data', splitLines(onLine));
    this.#thread.on('message', (message: RuntimeMessage) => this.#receive(message));
    let failure: string | undefined;
    this.#thread.once('error', (error: NodeJS.ErrnoException) => {
      failure = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'signal: killed' : error.message;
    });
    this.#thread.once('exit', (status) => this.#ended(exitReason(failure ?? status)));
    this.ready = this.#inTime(this.#initialised.promise, INIT_MS);
  }

  get alive(): boolean {
    return this.#alive;
  }

  async invoke(call: Call): Promise<InvocationResult> {
    const { requestId } = call;
    const { promise, resolve: settle } = Promise.withResolvers<InvocationResult>();
    this.#pending = { requestId, settle };
    if (this.#alive) this.#thread.postMessage({ ...call, deadline: Date.now() + this.#timeoutMs });
    else this.#ended('ended before the invocation');
    const result = await this.#inTime(promise, this.#timeoutMs, requestId);
    this.#pending = undefined;
    return result;
  }

  async end(): Promise<void> {
    this.#alive = false;
    await this.#thread.terminate();
  }

  #receive({ body, error, isFatal }: RuntimeMessage): void {
    if (isFatal) this.#alive = false;
    this.#initialised.resolve(error && failed(error));
    if (error !== undefined) this.#pending?.settle(failed(error));
    if (body !== undefined) this.#pending?.settle(answerOf(body));
  }

  async #inTime<Result>(result: Promise<Result>, ms: number, requestId?: string): Promise<Result | Failed> {
    const inTime = await within(result, ms);
    if (inTime !== 'late') return inTime;
    void this.end();
    const errorMessage = `RequestId: ${requestId} Error: Task timed out after ${(ms / 1000).toFixed(2)} seconds`;
    return failed({ errorType: 'Sandbox.Timedout', errorMessage });
  }

  #ended(reason: string): void {
    this.#alive = false;
    const errorMessage = `RequestId: ${this.#pending?.requestId} Error: Runtime ${reason}`;
    this.#receive({ error: { errorType: 'Runtime.ExitError', errorMessage } });
  }
}

const failed = (error: RuntimeFailure): Failed => ({ kind: 'failed', ...error });

function answerOf(body: string): InvocationResult {
  if (Buffer.byteLength(body) <= MAX_RESPONSE_BYTES) return { kind: 'answer', value: JSON.parse(body) };
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${MAX_RESPONSE_BYTES} bytes).`;
  return failed({ errorType: 'Function.ResponseSizeTooLarge', errorMessage });
}

function exitReason(status: number | string): string {
  if (typeof status === 'string') return `exited with error: ${status}`;
  return status === 0 ? 'exited without providing a reason' : `exited with error: exit status ${status}`;
}

export interface Call {
  readonly requestId: string;
  readonly functionArn: string;
  /** X-Ray's header: `Root=1-…`. */
  readonly traceId: string;
  readonly event: string;
}

interface RuntimeFailure {
  readonly errorType: string;
  readonly errorMessage: string;
}

/** What the thread reports: the function is loaded (neither member), the result of the invocation, or an error. */
interface RuntimeMessage {
  readonly body?: string;
  readonly error?: RuntimeFailure;
  /** The thread ends after it. */
  readonly isFatal?: true;
}

/** CloudWatch Logs takes no longer event. */
const MAX_LINE = 256 * 1024;

/** A listener for `data`. A longer line is passed on in pieces; an incomplete line waits for its end. */
function splitLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return (chunk) => {
    const parts = (rest + decoder.write(chunk)).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) onLine(line);
    for (; rest.length > MAX_LINE; rest = rest.slice(MAX_LINE)) onLine(rest.slice(0, MAX_LINE));
  };
}
