#!/bin/sh
# fresh 2.0.0, by which Express 5 and Koa 3 give 304, and Django 5.2.19: an entity tag that has a comma, `"a,b"`, which RFC 9110 8.8.3
# allows, never matches an equal If-None-Match: it is cut at the comma within the quotes, so that every request gets the whole body.
# Seen: fresh "a,b" false "a.b" true
#       django "a,b" [] "a.b" ['"a.b"']
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . fresh@2.0.0
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check Django==5.2.19
cat > tags.cjs <<'JS'
const fresh = require('fresh');
const found = ['"a,b"', '"a.b"'].map((etag) => `${etag} ${fresh({ 'if-none-match': etag }, { etag })}`);
console.log('fresh', ...found);
JS
cat > tags.py <<'PY'
from django.utils.http import parse_etags

print("django", *(f"{etag} {parse_etags(etag)}" for etag in ('"a,b"', '"a.b"')))
PY
{ node tags.cjs && venv/bin/python tags.py; } | tee seen
[ "$(cat seen)" = 'fresh "a,b" false "a.b" true
django "a,b" [] "a.b" ['"'"'"a.b"'"'"']' ]
