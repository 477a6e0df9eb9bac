#!/bin/sh
# @pulumi/pulumi 3.270.0: under `runtime.setMocks` a program cannot make a ResourceHook. The monitor of the mocks has no such method, so
# that the hook's registration is a TypeError, whatever the test's own mocks are.
# Seen: TypeError: this._monitor.registerResourceHook is not a function
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @pulumi/pulumi@3.270.0
cat > hook.cjs <<'JS'
const pulumi = require('@pulumi/pulumi');

process.once('unhandledRejection', (error) => {
  console.log(`${error.name}: ${error.message}`);
  process.exit();
});
const mocks = { newResource: ({ name: id, inputs: state }) => ({ id, state }), call: ({ inputs }) => inputs };
pulumi.runtime.setMocks(mocks, 'shop', 'dev', false, 'team');
new pulumi.ResourceHook('hook', () => undefined);
JS
node hook.cjs | tee seen
[ "$(cat seen)" = 'TypeError: this._monitor.registerResourceHook is not a function' ]
