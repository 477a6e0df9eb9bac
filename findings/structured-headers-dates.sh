#!/bin/sh
# structured-headers 2.1.0: a Date is read at the end of a field alone. What RFC 9651 lets follow it, parameters (3.1.2), `)` (3.1.1) or the
# next member (3.1, 3.2), is refused: it wants a digit there. A number that rounds to a whole one it writes as `1.`, which has no digit where
# a Decimal needs one (4.1.5), and which it refuses itself. httpsfv 1.1.2 and http-sf 1.5.0 read each of these dates, and write 1.0.
# Seen: @5: read, @5;x=1: refused, a=@5, b: refused, (@5): refused
#       1.0001: 1. refused
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . structured-headers@2.1.0
cat > fields.mjs <<'JS'
import { parseDictionary, parseItem, parseList, serializeItem } from 'structured-headers';

function outcome(parse, field) {
  try {
    parse(field);
    return 'read';
  } catch {
    return 'refused';
  }
}

const fields = { '@5': parseItem, '@5;x=1': parseItem, 'a=@5, b': parseDictionary, '(@5)': parseList };
console.log(
  Object.entries(fields)
    .map(([field, parse]) => `${field}: ${outcome(parse, field)}`)
    .join(', '),
);
const written = serializeItem(1.0001);
console.log(`1.0001: ${written} ${outcome(parseItem, written)}`);
JS
node fields.mjs | tee seen
[ "$(cat seen)" = '@5: read, @5;x=1: refused, a=@5, b: refused, (@5): refused
1.0001: 1. refused' ]
