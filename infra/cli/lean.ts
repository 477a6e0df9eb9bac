// Loads Pulumi without what `npm run local` never uses; import this before anything that imports Pulumi.
// (The script's --max-semi-space-size=1 and --optimize-for-size save another 70 MB once started.)
import { enableCompileCache, registerHooks } from 'node:module';

/** Compiled code of the last start is used again: a start is bound by compiling. */
enableCompileCache();

/**
 * Pulumi brings a TypeScript compiler (9 MB of source) and npm's dependency walker, to turn functions into
 * Lambda code. This program bundles its function itself, so both are left out: 55 MB and 0.5 s less.
 * Anything that did need them would fail at once, by name.
 */
const UNUSED = /\/@pulumi\/pulumi\/(typescript-shim|runtime\/closure\/codePaths)\.js$/;

registerHooks({
  load(url, context, next) {
    if (!UNUSED.test(url)) return next(url, context);
    return { format: 'commonjs', source: 'module.exports = {};', shortCircuit: true };
  },
});
