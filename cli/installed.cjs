// Loaded or run before each script of package.json. CommonJS without a dependency, so that it runs where nothing is installed and in
// any Node: without it, the first error would be Node's own, about an unknown file extension or a missing module.
'use strict';
const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

// npm writes this file last: after an installation that was interrupted it is missing.
if (!existsSync(join(__dirname, '../node_modules/.package-lock.json'))) {
  process.stderr.write('The dependencies of the project are not installed.\n  install them: npm ci\n');
  process.exit(2);
}
// As after `npm ci --ignore-scripts`, where the link to the project's own is missing.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `petstore needs Node 24 or later, and this is ${process.versions.node}.\n  use the project's own: node .ci/link-node.js\n`,
  );
  process.exit(2);
}
// What is compiled, and what is left of TypeScript without its types, is kept for the next start: here, as in the folder for
// temporary files another user could prepare it.
enableCompileCache?.(join(__dirname, '../node_modules/.cache/compiled'));
