// A small DynamoDB client: signed JSON 1.0 requests, a limited number of attempts with jitter, AWS's own error names.
// Our own: the AWS SDK's takes a third of a cold start (bench/README.md, cold).
import { DynamoError, isRetryable, StoreUnavailableError } from './errors.ts';
import { createPost, type Post, type Reply } from './post.ts';
import { type Credentials, createSigner, type Signer } from './sign.ts';

/** Calls an operation of DynamoDB, such as `GetItem`, with its JSON input and returns its JSON output. */
export interface Dynamo {
  call<Output>(operation: string, input: object): Promise<Output>;
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
}

/** Doubles with each attempt; the wait is a random part of it (AWS: "full jitter"). */
const BASE_WAIT_MS = 25;

/** Reads `__type`, which may carry a namespace: `com.amazonaws.dynamodb.v20120810#ThrottlingException`. */
function readError({ status, body }: Reply): DynamoError {
  try {
    const error = JSON.parse(body) as { __type?: string; message?: string; Message?: string };
    const code = error.__type?.split('#').at(-1) ?? 'UnknownError';
    return new DynamoError(code, error.message ?? error.Message ?? '', status);
  } catch {
    return new DynamoError('UnknownError', `status ${status} without a JSON body`, status);
  }
}

function signedHeaders(sign: Signer, endpoint: URL, operation: string, body: string): Record<string, string> {
  const headers = {
    host: endpoint.host,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
  };
  return sign({ method: 'POST', path: '/', query: '', headers, body }, Date.now());
}

function wait(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * BASE_WAIT_MS * 2 ** attempt));
}

/**
 * A write that got no response may have succeeded, and is sent again: its caller must ensure that the second write is
 * harmless. Throws DynamoError where DynamoDB refuses the request, StoreUnavailableError where every attempt failed.
 */
export function createDynamo(options: DynamoOptions): Dynamo {
  const { region, credentials, attempts = 3, timeoutMs = 1_000 } = options;
  const endpoint = new URL(options.endpoint ?? `https://dynamodb.${region}.${dnsSuffix(region)}`);
  const sign = createSigner(credentials, { region, service: 'dynamodb' });
  let post: Promise<Post> | undefined;

  async function attemptOnce(operation: string, body: string): Promise<Reply> {
    post ??= createPost(endpoint);
    const headers = signedHeaders(sign, endpoint, operation, body);
    headers['content-length'] = String(Buffer.byteLength(body));
    const reply = await (await post)(headers, body, timeoutMs);
    if (reply.status !== 200) throw readError(reply);
    return reply;
  }

  return {
    async call<Output>(operation: string, input: object): Promise<Output> {
      const body = JSON.stringify(input);
      for (let attempt = 1; ; attempt += 1) {
        try {
          return JSON.parse((await attemptOnce(operation, body)).body) as Output;
        } catch (error) {
          if (!isRetryable(error)) throw error;
          if (attempt === attempts) throw new StoreUnavailableError(operation, attempts, error);
          await wait(attempt);
        }
      }
    },
  };
}

/** The regions in China have a domain of their own. */
function dnsSuffix(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
}

/** A client from Lambda's environment variables; throws where one is missing. */
export function dynamoFromEnvironment(environment: Readonly<Record<string, string | undefined>>): Dynamo {
  const {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  } = environment;
  if (!region || !accessKeyId || !secretAccessKey) {
    throw new Error('AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be in the environment');
  }
  const sessionToken = environment.AWS_SESSION_TOKEN || undefined;
  return createDynamo({
    region,
    credentials: { accessKeyId, secretAccessKey, sessionToken },
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB || undefined,
  });
}
