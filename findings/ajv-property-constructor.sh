#!/bin/sh
# ajv 8.20.0: `properties` with the name `constructor` refuses {}, which has no such property: it reads the one that every object of
# JavaScript inherits. With the option `ownProperties` it does not. JSON Schema 2020-12, Core 10.3.2.1: names in the instance count.
# Seen: default: /constructor must be string
#       ownProperties: valid
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . ajv@8.20.0
cat > validate.cjs <<'JS'
const Ajv = require('ajv/dist/2020');
const schema = { type: 'object', properties: { constructor: { type: 'string' } } };
for (const [name, options] of Object.entries({ default: {}, ownProperties: { ownProperties: true } })) {
  const validate = new Ajv(options).compile(schema);
  const [error] = validate({}) ? [] : validate.errors;
  console.log(`${name}: ${error ? `${error.instancePath} ${error.message}` : 'valid'}`);
}
JS
seen=$(node validate.cjs)
echo "$seen"
[ "$seen" = 'default: /constructor must be string
ownProperties: valid' ]
