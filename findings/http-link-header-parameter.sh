#!/bin/sh
# http-link-header 1.1.4: a parameter without a value in front of `rel`, which RFC 8288 3 allows (`link-param = token BWS [ "=" … ]`),
# takes the relation away, so that `rel('next')` is empty. With a value, also an empty one, it does not.
# Seen: foo: 0
#       foo="": 1
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . http-link-header@1.1.4
cat > link.cjs <<'JS'
const LinkHeader = require('http-link-header');
for (const parameter of ['foo', 'foo=""']) {
  const { length } = LinkHeader.parse(`<https://x.example/a>; ${parameter}; rel=next`).rel('next');
  console.log(`${parameter}: ${length}`);
}
JS
node link.cjs | tee seen
[ "$(cat seen)" = 'foo: 0
foo="": 1' ]
