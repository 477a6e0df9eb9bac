// CloudFront Functions, runtime 2.0: one run of a viewer-request function in a context of its own, without Node's API.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
import { constants, createContext, Script } from 'node:vm';
import { z } from 'zod';

const value = z.object({ value: z.string() });

const body = z.union([z.string(), z.object({ encoding: z.enum(['text', 'base64']), data: z.string() })]);

const response = z.object({
  statusCode: z.int().min(200).max(599),
  statusDescription: z.string().optional(),
  headers: z.record(z.string().regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/), value).default({}),
  body: body.optional(),
});
export type FunctionResponse = z.infer<typeof response>;

const request = z.object({ method: z.string(), uri: z.string().startsWith('/') });

type FunctionOutcome = { readonly lines: readonly string[] } & (
  | { readonly kind: 'response'; readonly response: FunctionResponse }
  | { readonly kind: 'request'; readonly uri: string }
  /** CloudFront responds with 503 (an error or a timeout) or 502 (the result is not a valid event). */
  | { readonly kind: 'failed'; readonly status: 502 | 503; readonly reason: string }
);

/** CloudFront allows about a millisecond of CPU time; this is wall-clock time, also of a laptop that is busy otherwise. */
const TIME_LIMIT_MS = 1_000;

// This code runs inside the context, and data enters as text: the function never gets an object of Node's.
const PROLOGUE = `
  const __lines = [];
  const console = { log: (...parts) => { __lines.push(parts.map(String).join(' ')); } };
  let __answer = { failed: 'the function never returned' };
`;

/** Of its methods, `get` alone: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-custom-methods.html */
const moduleOf = (pairs: Readonly<Record<string, string>> | undefined) => `
  const __pairs = ${JSON.stringify(JSON.stringify(pairs) ?? '')};
  const __cloudfront = { kvs() {
    if (__pairs === '') throw new Error('the function has no key value store');
    const pairs = new Map(Object.entries(JSON.parse(__pairs)));
    return { get: async (key, { format = 'string' } = {}) => {
      if (!pairs.has(key)) throw new Error('KeyNotFound: ' + key);
      return format === 'json' ? JSON.parse(pairs.get(key)) : pairs.get(key);
    } };
  } };
`;
const IMPORT = /^import (\w+) from ['"]cloudfront['"];?$/m;
const epilogue = (event: object, rawQuery: string | undefined) => `
  (async () => {
    const event = ${JSON.stringify(event)};
    event.request.rawQueryString = () => ${JSON.stringify(rawQuery)};
    __answer = { result: await handler(event) };
  })().catch((error) => { __answer = { failed: String(error) }; });
`;

/** `event`: as `viewerEvent` makes it. `rawQuery`: without the `?`. `pairs`: of the function's key value store. */
export function runViewerFunction(
  code: string,
  event: object,
  rawQuery: string | undefined,
  pairs?: Readonly<Record<string, string>>,
): FunctionOutcome {
  try {
    const imported = code.replace(IMPORT, 'const $1 = __cloudfront;');
    return outcomeOf(evaluate(`${moduleOf(pairs)}\n${imported}`, event, rawQuery));
  } catch (error) {
    return { kind: 'failed', status: 503, reason: String(error), lines: [] };
  }
}

/** The function's result and log as JSON. Throws what its code throws, and at the time limit. */
function evaluate(code: string, event: object, rawQuery: string | undefined): string {
  // No eval, no Function constructor, no timers, no require: as in the real runtime. Promises settle within the run.
  const context = createContext(constants.DONT_CONTEXTIFY, {
    microtaskMode: 'afterEvaluate',
    codeGeneration: { strings: false, wasm: false },
  });
  const options = { timeout: TIME_LIMIT_MS };
  new Script(`${PROLOGUE}\n${code}\n${epilogue(event, rawQuery)}`).runInContext(context, options);
  const text = new Script('JSON.stringify({ ...__answer, lines: __lines })');
  return String(text.runInContext(context, options));
}

function outcomeOf(text: string): FunctionOutcome {
  const { result, failed, lines } = JSON.parse(text) as {
    result?: unknown;
    failed?: string;
    lines: string[];
  };
  if (failed !== undefined) return { kind: 'failed', status: 503, reason: failed, lines };
  const answered = response.safeParse(result);
  if (answered.success) return { kind: 'response', response: answered.data, lines };
  const passed = request.safeParse(result);
  if (passed.success) return { kind: 'request', uri: passed.data.uri, lines };
  return { kind: 'failed', status: 502, reason: z.prettifyError(answered.error), lines };
}
