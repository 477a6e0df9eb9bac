// The thread of one execution environment: a small version of Lambda's Node.js 24 runtime.
// Plain JavaScript on purpose: stripping types would cost every start 100 ms and 18 MB.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { patchConsole } from './runtime-log.js';

const { _HANDLER, LAMBDA_TASK_ROOT, AWS_LAMBDA_LOG_FORMAT, AWS_LAMBDA_LOG_LEVEL } = process.env;
/** The invocation under way, which log lines belong to. */
const current = { requestId: undefined };

process.cwd = () => LAMBDA_TASK_ROOT;
patchConsole(current, { json: AWS_LAMBDA_LOG_FORMAT === 'JSON', level: AWS_LAMBDA_LOG_LEVEL ?? 'TRACE' });

/** `name` is the errorType that the real runtime reports. */
class RuntimeError extends Error {
  constructor(type, message) {
    super(message);
    this.name = type;
  }
}

/** `index.handler`, `lib/index.handler`: a file without its ending, and what it exports. */
async function loadHandler() {
  const [, path, name] = /^(.+)\.([^./]+)$/.exec(_HANDLER) ?? [];
  if (path === undefined) throw new RuntimeError('Runtime.MalformedHandlerName', 'Bad handler');
  const module = await loadModule(path);
  const handler = module[name] ?? module.default?.[name];
  if (typeof handler !== 'function') {
    throw new RuntimeError('Runtime.HandlerNotFound', `${_HANDLER} is undefined or not exported`);
  }
  return handler;
}

async function loadModule(path) {
  const file = ['.js', '.mjs', '.cjs'].map((end) => join(LAMBDA_TASK_ROOT, path + end)).find(existsSync);
  if (file === undefined) {
    throw new RuntimeError('Runtime.ImportModuleError', `Error: Cannot find module '${path}'`);
  }
  try {
    if (file.endsWith('.mjs')) return await import(pathToFileURL(file).href);
    return createRequire(pathToFileURL(file))(file);
  } catch (error) {
    if (error instanceof SyntaxError) throw new RuntimeError('Runtime.UserCodeSyntaxError', String(error));
    if (error?.code === 'MODULE_NOT_FOUND' || error?.code === 'ERR_MODULE_NOT_FOUND') {
      throw new RuntimeError('Runtime.ImportModuleError', String(error));
    }
    throw error;
  }
}

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
function contextOf({ requestId, functionArn, deadline }) {
  const { env } = process;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: env.AWS_LAMBDA_LOG_STREAM_NAME,
    identity: undefined,
    clientContext: undefined,
    invokedFunctionArn: functionArn,
    awsRequestId: requestId,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

async function invoke(handler, request) {
  current.requestId = request.requestId;
  process.env._X_AMZN_TRACE_ID = request.traceId;
  try {
    const result = await handler(JSON.parse(request.event), contextOf(request));
    parentPort.postMessage({ body: serialize(result) });
  } catch (error) {
    console.error('Invoke Error', error);
    parentPort.postMessage({ error: describe(error) });
  }
}

function serialize(result) {
  try {
    return JSON.stringify(result) ?? 'null';
  } catch {
    throw new Error('Unable to stringify response body');
  }
}

function describe(error) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: error.name, errorMessage: error.message };
}

/** As in the real runtime: the invocation under way, or the start, fails with the error, and the environment ends. */
function endWith(error, status) {
  parentPort.postMessage({ error: describe(error), isFatal: true });
  process.exit(status);
}

process.on('uncaughtException', (error) => {
  console.error('Uncaught Exception', error);
  endWith(error, 129);
});
process.on('unhandledRejection', (reason) => {
  console.error('Unhandled Promise Rejection', reason);
  endWith(new RuntimeError('Runtime.UnhandledPromiseRejection', String(reason)), 128);
});

try {
  const handler = await loadHandler();
  parentPort.on('message', (request) => invoke(handler, request));
  parentPort.postMessage({});
} catch (error) {
  console.error(error);
  endWith(error, 1);
}
