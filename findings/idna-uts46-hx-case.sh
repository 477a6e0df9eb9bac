#!/bin/sh
# idna-uts46-hx 6.2.2: with its TLD in upper case, `faß.DE`, it gives another domain than for `faß.de`, one that somebody else may have.
# Whether ß stays is by a list of TLDs in lower case, asked before the name is mapped; RFC 4343 and UTS 46 4 know no difference between the
# two, nor does Node.js 24.
# Seen: faß.de: xn--fa-hia.de, node xn--fa-hia.de
#       Faß.de: xn--fa-hia.de, node xn--fa-hia.de
#       faß.DE: fass.de, node xn--fa-hia.de
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . idna-uts46-hx@6.2.2
cat > names.mjs <<'JS'
import { domainToASCII } from 'node:url';
import { toAscii } from 'idna-uts46-hx';

for (const name of ['faß.de', 'Faß.de', 'faß.DE']) {
  console.log(`${name}: ${toAscii(name)}, node ${domainToASCII(name)}`);
}
JS
node names.mjs | tee seen
[ "$(cat seen)" = 'faß.de: xn--fa-hia.de, node xn--fa-hia.de
Faß.de: xn--fa-hia.de, node xn--fa-hia.de
faß.DE: fass.de, node xn--fa-hia.de' ]
