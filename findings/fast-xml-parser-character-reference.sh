#!/bin/sh
# fast-xml-parser 5.12.1: `&#65;`, a character reference of XML itself (XML 1.0 4.1), stays as it is by default, while `&lt;` is
# replaced. With the option `htmlEntities`, whose name speaks of HTML's entities, it is replaced.
# Seen: {"default":"<&#65;","htmlEntities":"<A"}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . fast-xml-parser@5.12.1
cat > parse.cjs <<'JS'
const { XMLParser } = require('fast-xml-parser');
const parsed = (options) => new XMLParser(options).parse('<a>&lt;&#65;</a>').a;
console.log(JSON.stringify({ default: parsed({}), htmlEntities: parsed({ htmlEntities: true }) }));
JS
seen=$(node parse.cjs)
echo "$seen"
[ "$seen" = '{"default":"<&#65;","htmlEntities":"<A"}' ]
