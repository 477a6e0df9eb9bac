// The messages between the cloud and the process of an execution environment (runtime.js).

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
