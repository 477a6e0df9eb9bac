#!/bin/sh
# @hey-api/openapi-ts 0.99.0 and orval 8.38.0 (fetch) generate clients that send a query parameter which is JSON by its `content` (OpenAPI
# 3.1.1 4.8.12.2.3) as `filter[a]=1` or `[object Object]`, and one in the path with the style `matrix` (4.8.12.3) as plain text. An object of
# the style `form` becomes `named[b]=2` in hey-api where its schema is a `$ref`, and `[object Object]` in orval, whose `pipeDelimited` lists
# have commas. No error is reported. swagger-client 3.39.0 sends what the specification has.
# Seen: swagger-client /;color=red?filter={"a":1}&b=2&c=3&ids=1|2
#       hey-api /red?filter[a]=1&named[b]=2&c=3&ids=1|2
#       orval /red?filter=[object Object]&named=[object Object]&inline=[object Object]&ids=1,2
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . --ignore-scripts \
  @hey-api/openapi-ts@0.99.0 orval@8.38.0 swagger-client@3.39.0 typescript@5.9.3 esbuild@0.28.2
cat > api.json <<'JSON'
{
  "openapi": "3.1.1",
  "info": { "title": "Parameters", "version": "1" },
  "paths": {
    "/{color}": {
      "get": {
        "operationId": "list",
        "parameters": [
          { "name": "color", "in": "path", "required": true, "style": "matrix", "schema": { "type": "string" } },
          { "name": "filter", "in": "query", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Numbers" } } } },
          { "name": "named", "in": "query", "schema": { "$ref": "#/components/schemas/Numbers" } },
          { "name": "inline", "in": "query", "schema": { "type": "object", "additionalProperties": { "type": "integer" } } },
          {
            "name": "ids",
            "in": "query",
            "style": "pipeDelimited",
            "explode": false,
            "schema": { "type": "array", "items": { "type": "integer" } }
          }
        ],
        "responses": { "200": { "description": "A list" } }
      }
    }
  },
  "components": { "schemas": { "Numbers": { "type": "object", "additionalProperties": { "type": "integer" } } } }
}
JSON
npx openapi-ts --input api.json --output hey-api > log
npx orval --input api.json --output orval.ts --client fetch > log
cat > send.mjs <<'JS'
import SwaggerClient from 'swagger-client';
import { list } from './hey-api/index';
import { getListUrl } from './orval';
import spec from './api.json';

const path = { color: 'red' };
const query = { filter: { a: 1 }, named: { b: 2 }, inline: { c: 3 }, ids: [1, 2] };
const sent = (name, url) => console.log(name, decodeURIComponent(url.replace('https://x.example', '').replaceAll('+', ' ')));

const resolved = (await SwaggerClient.resolve({ spec })).spec;
sent('swagger-client', SwaggerClient.buildRequest({ spec: resolved, operationId: 'list', parameters: { ...path, ...query } }).url);
const { request } = await list({ path, query, baseUrl: 'https://x.example', fetch: async () => new Response() });
sent('hey-api', request.url);
sent('orval', getListUrl(path.color, query));
JS
npx esbuild send.mjs --bundle --platform=node --format=esm --log-level=error --outfile=sent.mjs --packages=external
node sent.mjs | tee seen
[ "$(cat seen)" = 'swagger-client /;color=red?filter={"a":1}&b=2&c=3&ids=1|2
hey-api /red?filter[a]=1&named[b]=2&c=3&ids=1|2
orval /red?filter=[object Object]&named=[object Object]&inline=[object Object]&ids=1,2' ]
