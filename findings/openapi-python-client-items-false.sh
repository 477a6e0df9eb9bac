#!/bin/sh
# openapi-python-client 0.29.1: it knows `prefixItems`, but `items: false`, which ends such a tuple (JSON Schema 2020-12, Core
# 10.3.1.2), makes it refuse the whole document. `items: {"not": {}}`, which means the same, is accepted.
# Seen: {"not": {}}: generated
#       false: Failed to parse OpenAPI document
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check openapi-python-client==0.29.1
generated() {
  cat > api.json <<JSON
{
  "openapi": "3.1.0",
  "info": { "title": "Pairs", "version": "1" },
  "paths": {},
  "components": {
    "schemas": {
      "Pair": {
        "type": "object",
        "additionalProperties": false,
        "properties": { "both": { "type": "array", "prefixItems": [{ "type": "string" }], "items": $1 } }
      }
    }
  }
}
JSON
  if venv/bin/openapi-python-client generate --meta none --path api.json --output-path "$2" > log 2>&1; then
    seen=generated
  else
    seen=$(grep -o 'Failed to parse OpenAPI document' log)
  fi
  echo "$1: $seen"
}
generated '{"not": {}}' one
[ "$seen" = generated ] && [ -f one/models/pair.py ]
generated false other
[ "$seen" = 'Failed to parse OpenAPI document' ]
