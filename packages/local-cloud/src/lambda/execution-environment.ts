// One execution environment: a Node process of its own that runs one invocation at a time.

import { type ChildProcess, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath } from 'node:url';
import type { InvocationResult } from '../interfaces.ts';

const RUNTIME = fileURLToPath(new URL('./runtime.js', import.meta.url));
/** Lambda's limit of the init phase. */
const INIT_MS = 10_000;
/** Lambda's limit of a response payload: 6 MB and a little for its envelope. */
const MAX_RESPONSE_BYTES = 6_291_556;

export interface EnvironmentOptions {
  /** The unpacked code. */
  readonly root: string;
  /** The process's whole environment: it gets no variable of the cloud's own process. */
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
  readonly #child: ChildProcess;
  readonly #initialised: (failure: Failed | undefined) => void;
  #pending: Pending | undefined;
  #alive = true;

  constructor({ root, variables, memoryMb, onLine }: EnvironmentOptions) {
    ({ promise: this.ready, resolve: this.#initialised } = Promise.withResolvers<Failed | undefined>());
    // 90 % of the memory for the heap, as Lambda's own bootstrap sets it. In a process group of its own, so that
    // a Ctrl-C in the terminal does not end an invocation under way, and that its own children end with it.
    this.#child = spawn(process.execPath, [`--max-old-space-size=${Math.floor(memoryMb * 0.9)}`, RUNTIME], {
      cwd: root,
      env: variables,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.on('data', splitLines(onLine));
    this.#child.on('message', (message: RuntimeMessage) => this.#receive(message));
    this.#child.once('error', (error) => this.#ended(`could not be started: ${error.message}`));
    this.#child.once('exit', (code, signal) => this.#exited(exitReason(code, signal)));
    const timer = setTimeout(() => this.#timeOut(undefined, INIT_MS), INIT_MS);
    void this.ready.then(() => clearTimeout(timer));
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** One invocation at a time. After `timeoutMs` it fails, and the process ends. */
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
      if (this.#alive) this.#child.send(message, (error) => error && this.#ended(error.message));
      else this.#ended('ended before the invocation');
    });
  }

  /** Ends the process and its children. */
  end(): void {
    this.#alive = false;
    if (this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null)
      return;
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It ended by itself at this moment.
    }
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
    this.end();
    this.#fail({ errorType: 'Sandbox.Timedout', errorMessage });
  }

  /** Messages that the process sent before its exit may arrive after it: the last one says why it ended. */
  #exited(reason: string): void {
    this.#alive = false;
    if (this.#child.connected) this.#child.once('disconnect', () => this.#ended(reason));
    else this.#ended(reason);
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

/** Lambda's wording for the end of a process. */
function exitReason(code: number | null, signal: NodeJS.Signals | null): string {
  const signals: Partial<Record<NodeJS.Signals, string>> = { SIGKILL: 'killed', SIGABRT: 'aborted' };
  if (signal !== null) return `exited with error: signal: ${signals[signal] ?? signal}`;
  return code === 0 ? 'exited without providing a reason' : `exited with error: exit status ${code}`;
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
  /** The module could not be loaded, or does not export the handler; the process ends. */
  | { readonly type: 'init-failed'; readonly error: RuntimeFailure }
  /** `body` is JSON. */
  | { readonly type: 'answer'; readonly requestId: string; readonly body: string }
  | {
      readonly type: 'failed';
      readonly requestId?: string;
      readonly error: RuntimeFailure;
      /** The process ends after it. */
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
