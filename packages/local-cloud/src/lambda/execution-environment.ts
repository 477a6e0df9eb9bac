// One execution environment: a thread that runs one invocation at a time. A process of its own would take 40 MB more.
// Threads share the process's time zone, and the folder that `fs` resolves paths against.

import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { InvocationResult } from '../interfaces.ts';

const RUNTIME = fileURLToPath(new URL('./runtime.js', import.meta.url));
/** Lambda's limit of the init phase. */
const INIT_MS = 10_000;
/** Lambda's limit of a response payload: 6 MB and a little for its envelope. */
const MAX_RESPONSE_BYTES = 6_291_556;

export interface EnvironmentOptions {
  /** All of `process.env`: it has no variable of the cloud's own. */
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  /** A line that the function wrote. */
  readonly onLine: (line: string) => void;
}

type Failed = Extract<InvocationResult, { kind: 'failed' }>;

interface Pending {
  readonly requestId: string;
  readonly settle: (answer: InvocationResult) => void;
}

export class Environment {
  /** Resolves when it can run invocations, or with the failure of its start. */
  readonly ready: Promise<Failed | undefined>;
  readonly #thread: Worker;
  readonly #initialised: (failure: Failed | undefined) => void;
  #pending: Pending | undefined;
  #alive = true;

  constructor({ variables, memoryMb, onLine }: EnvironmentOptions) {
    ({ promise: this.ready, resolve: this.#initialised } = Promise.withResolvers<Failed | undefined>());
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
    const timer = setTimeout(() => this.#timeOut(undefined, INIT_MS), INIT_MS);
    void this.ready.then(() => clearTimeout(timer));
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** One invocation at a time. After `timeoutMs` it fails, and the thread ends. */
  invoke(message: InvokeMessage, timeoutMs: number): Promise<InvocationResult> {
    return new Promise((settle) => {
      const timer = setTimeout(() => this.#timeOut(message.requestId, timeoutMs), timeoutMs);
      this.#pending = {
        requestId: message.requestId,
        settle: (answer) => {
          clearTimeout(timer);
          this.#pending = undefined;
          settle(answer);
        },
      };
      if (this.#alive) this.#thread.postMessage(message);
      else this.#ended('ended before the invocation');
    });
  }

  /** Resolves once nothing of it runs. */
  async end(): Promise<void> {
    this.#alive = false;
    await this.#thread.terminate();
  }

  #receive(message: RuntimeMessage): void {
    switch (message.type) {
      case 'ready':
        this.#initialised(undefined);
        break;
      case 'init-failed':
        this.#alive = false;
        this.#initialised(failed(message.error));
        break;
      case 'answer':
        this.#settle(message.requestId, answerOf(message.body));
        break;
      case 'failed':
        if (message.fatal) this.#alive = false;
        this.#initialised(failed(message.error));
        this.#settle(message.requestId, failed(message.error));
    }
  }

  /** A result that arrives after the timeout of its invocation is dropped. */
  #settle(requestId: string | undefined, answer: InvocationResult): void {
    const pending = this.#pending;
    if (pending !== undefined && pending.requestId === requestId) pending.settle(answer);
  }

  #timeOut(requestId: string | undefined, ms: number): void {
    const errorMessage = `RequestId: ${requestId} Error: Task timed out after ${(ms / 1000).toFixed(2)} seconds`;
    void this.end();
    this.#fail({ errorType: 'Sandbox.Timedout', errorMessage });
  }

  #ended(reason: string): void {
    this.#alive = false;
    const errorMessage = `RequestId: ${this.#pending?.requestId} Error: Runtime ${reason}`;
    this.#fail({ errorType: 'Runtime.ExitError', errorMessage });
  }

  #fail(error: RuntimeFailure): void {
    this.#initialised(failed(error));
    this.#pending?.settle(failed(error));
  }
}

function failed(error: RuntimeFailure): Failed {
  return { kind: 'failed', ...error };
}

function answerOf(body: string): InvocationResult {
  if (Buffer.byteLength(body) > MAX_RESPONSE_BYTES) {
    return failed({
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: `Response payload size exceeded maximum allowed payload size (${MAX_RESPONSE_BYTES} bytes).`,
    });
  }
  return { kind: 'answer', value: JSON.parse(body) };
}

/** Lambda's wording for the end of its process. */
function exitReason(status: number | string): string {
  if (typeof status === 'string') return `exited with error: ${status}`;
  return status === 0 ? 'exited without providing a reason' : `exited with error: exit status ${status}`;
}

/** One invocation. */
export interface InvokeMessage {
  readonly requestId: string;
  readonly functionArn: string;
  /** X-Ray's header: `Root=1-…`. */
  readonly traceId: string;
  /** Milliseconds since 1970 of the function's timeout. */
  readonly deadline: number;
  /** JSON. */
  readonly event: string;
}

export interface RuntimeFailure {
  readonly errorType: string;
  readonly errorMessage: string;
}

export type RuntimeMessage =
  | { readonly type: 'ready' }
  /** The module could not be loaded, or does not export the handler; the thread ends. */
  | { readonly type: 'init-failed'; readonly error: RuntimeFailure }
  /** `body` is JSON. */
  | { readonly type: 'answer'; readonly requestId: string; readonly body: string }
  | {
      readonly type: 'failed';
      readonly requestId?: string;
      readonly error: RuntimeFailure;
      /** The thread ends after it. */
      readonly fatal?: true;
    };

/** CloudWatch Logs' limit of one event. */
const MAX_LINE = 256 * 1024;

/** A listener for `data`. A longer line is passed on in pieces; an incomplete line waits for its end. */
export function splitLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return (chunk) => {
    const parts = (rest + decoder.write(chunk)).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) onLine(line);
    for (; rest.length > MAX_LINE; rest = rest.slice(MAX_LINE)) onLine(rest.slice(0, MAX_LINE));
  };
}
