// Leaves three parts of Pulumi's SDK out of `npm run local`, which never uses them: the TypeScript compiler and npm's dependency
// tree, which turn functions into Lambda code, and the automation API. That saves 50 MB and 0.4 s of processor time of a start.
// No deployment imports this file.
import { createRequire, registerHooks } from 'node:module';

/** The version of the SDK that was tested without them; any other version runs whole. */
const TESTED_VERSION = '3.270.0';

const UNUSED = /\/@pulumi\/pulumi\/(typescript-shim|runtime\/closure\/codePaths|automation\/index)\.js$/;
const { version } = createRequire(import.meta.url)('@pulumi/pulumi/package.json') as { version: string };

if (version === TESTED_VERSION) {
  registerHooks({
    load(url, context, next) {
      if (!UNUSED.test(url)) return next(url, context);
      return { format: 'commonjs', source: 'module.exports = {};', shortCircuit: true };
    },
  });
}
