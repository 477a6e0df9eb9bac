#!/bin/sh
# vitest 5.1.2: `vitest run -u FILE` takes the file's name for the value of -u, which is new, all or none, and neither refuses it
# nor looks at the file: every test file runs, and the snapshots of each are written. `vitest run FILE -u` runs the one file.
# Seen: written with `a.test.js -u`: a.test.js.snap
#       written with `-u a.test.js`: a.test.js.snap b.test.js.snap
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . vitest@5.1.2
for name in a b; do
  echo "import { expect, test } from 'vitest'; test('a snapshot', () => expect(1).toMatchSnapshot());" > $name.test.js
done
written() {
  rm -rf __snapshots__
  npx --no -- vitest run "$@" > log 2>&1
  found=$(ls __snapshots__ | xargs)
  echo "written with \`$*\`: $found"
}
written a.test.js -u
[ "$found" = a.test.js.snap ]
written -u a.test.js
[ "$found" = 'a.test.js.snap b.test.js.snap' ]
