// The function's console, in Lambda's text or JSON log format.
// https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html
import { format } from 'node:util';

const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
const METHODS = { trace: 'TRACE', debug: 'DEBUG', info: 'INFO', log: 'INFO', warn: 'WARN', error: 'ERROR' };

/** Lines below `level` are dropped; `current.requestId` is the call that a line belongs to. */
export function patchConsole(current, { json, level }) {
  const lowest = LEVELS.indexOf(level);
  const toLine = json ? jsonLine : textLine;
  for (const [method, name] of Object.entries(METHODS)) {
    console[method] = (...values) => {
      if (LEVELS.indexOf(name) < lowest) return;
      process.stdout.write(`${toLine(name, current.requestId, values)}\n`);
    };
  }
}

function textLine(level, requestId, values) {
  return `${new Date().toISOString()}\t${requestId}\t${level}\t${format(...values)}`;
}

/** A single value stays as it is; of several, the first error is added to the text. */
function jsonLine(level, requestId, values) {
  const line = { timestamp: new Date().toISOString(), level, requestId };
  const error = values.find((value) => value instanceof Error);
  if (values.length > 1)
    return JSON.stringify({ ...line, message: format(...values), ...describeError(error) });
  try {
    return JSON.stringify({ ...line, message: error === undefined ? values[0] : describeError(error) });
  } catch {
    return JSON.stringify({ ...line, message: format(...values) });
  }
}

function describeError(error) {
  if (error === undefined) return undefined;
  const { name: errorType, message: errorMessage, stack = '' } = error;
  return { errorType, errorMessage, stackTrace: stack.split('\n') };
}
