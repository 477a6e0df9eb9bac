#!/bin/sh
# openapi-typescript 7.13.0: of `const`, null alone becomes `unknown`, so that the type takes every value; 0, false and the `enum`
# of null become themselves. A constant null is valid by JSON Schema 2020-12 6.1.3, which OpenAPI 3.1 uses.
# Seen: Zero: 0; No: false; Nothing: unknown; Listed: null; Text: string | unknown;
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . openapi-typescript@7.13.0
cat > api.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Constants", "version": "1" },
  "components": {
    "schemas": {
      "Zero": { "const": 0 },
      "No": { "const": false },
      "Nothing": { "const": null },
      "Listed": { "enum": [null] },
      "Text": { "oneOf": [{ "type": "string" }, { "const": null }] }
    }
  }
}
JSON
npx --no -- openapi-typescript api.json --output api.ts > log 2>&1
seen=$(grep -oE '(Zero|No|Nothing|Listed|Text): [^;]*;' api.ts | xargs)
echo "$seen"
[ "$seen" = 'Zero: 0; No: false; Nothing: unknown; Listed: null; Text: string | unknown;' ]
