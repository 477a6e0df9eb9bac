// Loads Pulumi without what this program never uses; to be imported before anything that imports Pulumi.
import { enableCompileCache, registerHooks } from 'node:module';

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

/**
 * Pulumi writes out a stack trace for each promise that it makes, to name those that never end: a tenth of a preview.
 * They have no message and the usual limit. Where a resource is declared is read from a trace without limit, and kept.
 */
Error.prepareStackTrace = (error, frames) => {
  const dropped = error.message === '' && Number.isFinite(Error.stackTraceLimit);
  return [String(error), ...(dropped ? [] : frames)].join('\n    at ');
};
