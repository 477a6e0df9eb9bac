#!/bin/sh
# dnsz 4.5.2: with the class in front of the TTL, `x IN 300 A 192.0.2.1`, which RFC 1035 5.1 allows as well as the other order, the type is
# IN, the content `300 A 192.0.2.1`, and the TTL that of $TTL. And as it knows no type with letters behind a digit, an NSEC3PARAM record
# (RFC 5155 4.3) has the type IN too, or is left out where its line has no class. Neither is an error.
# Seen: x 300 IN A 192.0.2.1: 300 A 192.0.2.1
#       x IN 300 A 192.0.2.1: 3600 IN 300 A 192.0.2.1
#       x 300 IN NSEC3PARAM 1 0 0 -: 300 IN NSEC3PARAM 1 0 0 -
#       x 300 NSEC3PARAM 1 0 0 -: nothing
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . dnsz@4.5.2
cat > read.mjs <<'JS'
import { parseZone } from 'dnsz';

for (const line of ['x 300 IN A 192.0.2.1', 'x IN 300 A 192.0.2.1', 'x 300 IN NSEC3PARAM 1 0 0 -', 'x 300 NSEC3PARAM 1 0 0 -']) {
  const [record] = parseZone(`$ORIGIN example.\n$TTL 3600\n${line}\n`).records;
  console.log(`${line}: ${record ? `${record.ttl} ${record.type} ${record.content}` : 'nothing'}`);
}
JS
node read.mjs | tee seen
[ "$(cat seen)" = 'x 300 IN A 192.0.2.1: 300 A 192.0.2.1
x IN 300 A 192.0.2.1: 3600 IN 300 A 192.0.2.1
x 300 IN NSEC3PARAM 1 0 0 -: 300 IN NSEC3PARAM 1 0 0 -
x 300 NSEC3PARAM 1 0 0 -: nothing' ]
