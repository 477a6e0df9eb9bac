// Loads Pulumi without what this program never uses; to be imported before anything that imports Pulumi.
import { createRequire, enableCompileCache, registerHooks } from 'node:module';

/** Compiled code of the last start is used again: a start is bound by compiling. */
enableCompileCache();

/**
 * Pulumi brings a TypeScript compiler (9 MB of source) and npm's dependency walker, to turn functions into
 * Lambda code. This program bundles its function itself, so both are left out: 55 MB and 0.4 s less.
 * Anything that did need them would fail at once, by name.
 */
const UNUSED = /\/@pulumi\/pulumi\/(typescript-shim|runtime\/closure\/codePaths)\.js$/;

registerHooks({
  load(url, context, next) {
    if (!UNUSED.test(url)) return next(url, context);
    return { format: 'commonjs', source: 'module.exports = {};', shortCircuit: true };
  },
});

interface Debuggable {
  debuggablePromise<T>(promise: Promise<T>, context: unknown): Promise<T>;
}

/**
 * Pulumi writes down a stack trace for each promise that it makes, to name those that never end: several for each
 * property of each resource, a fifth of a preview. They are still named, by what they are for.
 */
const debuggable: Debuggable = createRequire(import.meta.url)('@pulumi/pulumi/runtime/debuggable.js');
const { debuggablePromise } = debuggable;
debuggable.debuggablePromise = (promise, context) => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return debuggablePromise(promise, context);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

/** Pulumi looks each place of a stack trace up in source maps. These sources run as they are, and have none. */
Error.prepareStackTrace = (error, frames) => [String(error), ...frames].join('\n    at ');
