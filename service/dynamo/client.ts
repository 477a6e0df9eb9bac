// A small DynamoDB client: signed JSON 1.0 requests, a limited number of attempts with jitter, AWS's own error names.
// Our own: the AWS SDK's takes a third of a cold start (bench/README.md, cold).
import {
  type CancellationReason,
  ContendedError,
  DynamoError,
  isConditionFailure,
  isRetryable,
  isTransactionConflict,
  mayHaveRun,
  StoreUnavailableError,
} from './errors.ts';
import { createPost, type Post, type PostOptions, type Reply } from './post.ts';
import { type Credentials, createSigner } from './sign.ts';

/** Calls an operation, such as `GetItem`; input and output are JSON objects. Once `signal` is aborted nothing more is
 * sent, and its reason is thrown. */
export interface Dynamo {
  call<Output>(operation: string, input: object, signal?: AbortSignal): Promise<Output>;
}

export interface DynamoOptions {
  readonly region: string;
  readonly credentials: Credentials;
  /** Absent: the region's own. */
  readonly endpoint?: string;
  /** The first one included. */
  readonly attempts?: number;
  /** Of each attempt, in milliseconds. */
  readonly timeoutMs?: number;
  /** Receives each attempt when it has ended. */
  readonly report?: (attempt: AttemptReport) => void;
}

export interface AttemptReport {
  readonly operation: string;
  readonly attempt: number;
  readonly ms: number;
  /** AWS's name of the error, or ours; undefined: the attempt succeeded, or its condition did not hold. */
  readonly error?: string;
  /** DynamoDB's own; undefined where there was no reply of DynamoDB. */
  readonly requestId?: string;
}

/** Doubles with each attempt; the wait is a random part of it (AWS: "full jitter"). */
const BASE_WAIT_MS = 25;

/** `__type` may carry a namespace: `com.amazonaws.dynamodb.v20120810#ThrottlingException`. */
function readError({ status, output }: Reply): DynamoError {
  const { __type: type, CancellationReasons: reasons, ...error } = output;
  return new DynamoError(
    String(type).split('#').at(-1) ?? '',
    String(error.message ?? error.Message ?? ''),
    status,
    Array.isArray(reasons) ? (reasons as readonly CancellationReason[]) : [],
  );
}

/** A condition that does not hold is an answer. */
function nameOf(failure: unknown): string | undefined {
  if (isConditionFailure(failure)) return undefined;
  const { code, name } = failure as { readonly code?: string; readonly name?: string };
  return code ?? name ?? 'unknown';
}

function wait(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * BASE_WAIT_MS * 2 ** attempt));
}

/** A write that got no response is sent again: it must be harmless twice. Throws DynamoError where DynamoDB refuses the
 * request, StoreUnavailableError where every attempt failed, ContendedError where a transaction met others each time. */
export function createDynamo(options: DynamoOptions): Dynamo {
  const { region, credentials, attempts = 3, timeoutMs = 1_000, report } = options;
  const endpoint = new URL(options.endpoint ?? dynamodbEndpoint(region));
  const sign = createSigner(credentials, region, 'dynamodb');
  let post: Promise<Post> | undefined;

  /** One attempt: the output, or the error that it failed with; either is reported, once something was sent. */
  async function attemptOnce(
    operation: string,
    body: string,
    attempt: number,
    options: PostOptions,
  ): Promise<object> {
    post ??= createPost(endpoint);
    const send = await post;
    options.signal?.throwIfAborted();
    const given = {
      host: endpoint.host,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    };
    const headers = sign(given, body, Date.now());
    headers['content-length'] = String(Buffer.byteLength(body));
    const started = performance.now();
    let requestId: string | undefined;
    const ended = (error?: string) => {
      const ms = Math.round(performance.now() - started);
      report?.({ operation, attempt, ms, error, requestId });
    };
    try {
      const reply = await send(headers, body, options);
      requestId = reply.requestId;
      if (reply.status !== 200) throw readError(reply);
      ended();
      return reply.output;
    } catch (error) {
      ended(nameOf(error));
      throw error;
    }
  }

  return {
    async call<Output>(operation: string, input: object, signal?: AbortSignal) {
      const body = JSON.stringify(input);
      let uncertain = false;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return (await attemptOnce(operation, body, attempt, { timeoutMs, signal })) as Output;
        } catch (error) {
          signal?.throwIfAborted();
          // A refusal says nothing of an earlier attempt, except where it is of the condition: that was evaluated.
          if (isConditionFailure(error) || (!isRetryable(error) && !uncertain)) throw error;
          uncertain ||= mayHaveRun(error);
          if (attempt === attempts) {
            throw isTransactionConflict(error) && !uncertain
              ? new ContendedError(operation, attempts, error)
              : new StoreUnavailableError(operation, attempts, error, uncertain);
          }
          await wait(attempt);
        }
      }
    },
  };
}

/** In the partition `aws`: infra/config/regions.ts refuses any other. */
export const dynamodbEndpoint = (region: string): string => `https://dynamodb.${region}.amazonaws.com`;

/** A client from Lambda's environment variables; throws where one is missing. */
export function dynamoFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  report?: DynamoOptions['report'],
): Dynamo {
  const {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  } = environment;
  if (!region || !accessKeyId || !secretAccessKey)
    throw new Error('AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be in the environment');
  const sessionToken = environment.AWS_SESSION_TOKEN || undefined;
  return createDynamo({
    region,
    credentials: { accessKeyId, secretAccessKey, sessionToken },
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB || undefined,
    report,
  });
}
