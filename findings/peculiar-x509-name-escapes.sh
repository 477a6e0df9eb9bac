#!/bin/sh
# @peculiar/x509 2.2.0: in the text of a name it takes `\2C`, a comma, and `\C4\8D`, the octets of č (RFC 4514 2.4), for the letters 2C and
# C48D, and so they get into certificates and requests; the example of RFC 4514 4 too. `\,` and `\0D` it reads. And of the attribute types
# that RFC 4514 3 wants known it refuses STREET and UID. cryptography 50.0.2 (Python) reads all of them.
# Seen: CN=a\,b: "a,b"
#       CN=a\0Db: "a\rb"
#       CN=a\2Cb: "a2Cb"
#       CN=Lu\C4\8Di\C4\87: "LuC48DiC487"
#       CN=a,STREET=b: refused
#       CN=a,UID=b: refused
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @peculiar/x509@2.2.0 reflect-metadata@0.2.2
cat > names.mjs <<'JS'
import 'reflect-metadata';
import { Name } from '@peculiar/x509';

// The encoded name, read again.
const commonName = (text) => {
  try {
    return JSON.stringify(new Name(new Name(text).toArrayBuffer()).getField('CN')[0]);
  } catch {
    return 'refused';
  }
};
const texts = ['CN=a\\,b', 'CN=a\\0Db', 'CN=a\\2Cb', 'CN=Lu\\C4\\8Di\\C4\\87', 'CN=a,STREET=b', 'CN=a,UID=b'];
for (const text of texts) console.log(`${text}: ${commonName(text)}`);
JS
node names.mjs | tee seen
[ "$(cat seen)" = 'CN=a\,b: "a,b"
CN=a\0Db: "a\rb"
CN=a\2Cb: "a2Cb"
CN=Lu\C4\8Di\C4\87: "LuC48DiC487"
CN=a,STREET=b: refused
CN=a,UID=b: refused' ]
