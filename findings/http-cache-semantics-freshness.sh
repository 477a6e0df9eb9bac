#!/bin/sh
# http-cache-semantics 4.3.0, by which got and npm keep responses: `Max-Age=60` counts as no lifetime, so that the response is never fresh;
# names of directives have no case (RFC 9111 5.2). Of the three forms of a date, each of which is in GMT (RFC 9110 5.6.7), it takes asctime's
# for local time: an hour is nothing in Tokyo. undici 8.13.1 keeps the response with `Max-Age=60`.
# Seen: max-age=60: 60, Max-Age=60: 0
#       UTC: IMF 3600, asctime 3600
#       Asia/Tokyo: IMF 3600, asctime 0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . http-cache-semantics@4.3.0
cat > fresh.cjs <<'JS'
const CachePolicy = require('http-cache-semantics');

const lifetime = (headers) => new CachePolicy({ url: '/', headers: {} }, { status: 200, headers }).maxAge();
if (process.argv[2] === 'directives') {
  const found = ['max-age=60', 'Max-Age=60'].map((field) => `${field}: ${lifetime({ 'cache-control': field })}`);
  console.log(found.join(', '));
} else {
  const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
  const imf = lifetime({ date, expires: 'Sun, 06 Nov 1994 09:49:37 GMT' });
  console.log(`${process.env.TZ}: IMF ${imf}, asctime ${lifetime({ date, expires: 'Sun Nov  6 09:49:37 1994' })}`);
}
JS
{
  node fresh.cjs directives
  TZ=UTC node fresh.cjs dates
  TZ=Asia/Tokyo node fresh.cjs dates
} | tee seen
[ "$(cat seen)" = 'max-age=60: 60, Max-Age=60: 0
UTC: IMF 3600, asctime 3600
Asia/Tokyo: IMF 3600, asctime 0' ]
