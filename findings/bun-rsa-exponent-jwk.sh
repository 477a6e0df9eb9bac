#!/bin/sh
# bun 1.4.5: a valid RSA signature does not verify, without an error, where the key is a JWK whose public exponent has more than
# 33 bits; the same key as SPKI is refused with an error. RFC 8017 3.1 sets no such limit, and Node.js 24 verifies both.
# Seen: node {"spki":true,"jwk":true}
#       bun {"spki":"ERR_OSSL_RSA_BAD_E_VALUE","jwk":false}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . --ignore-scripts bun@1.4.5
# It puts the binary of this machine in place.
node node_modules/bun/install.js > log 2>&1
cat > sign.cjs <<'JS'
const { createPrivateKey, createPublicKey, generateKeyPairSync, sign } = require('node:crypto');
const EXPONENT = 2n ** 40n + 15n;
const number = (text) => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`);
const text = (value) => {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
};
const inverse = (value, modulus) => {
  let [a, b, x, y] = [value % modulus, modulus, 1n, 0n];
  while (b > 0n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y];
  return a === 1n ? ((x % modulus) + modulus) % modulus : undefined;
};
// Another exponent for the primes of a new key, whose totient has to be coprime to it.
let generated;
let d;
while (d === undefined) {
  generated = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  d = inverse(EXPONENT, (number(generated.p) - 1n) * (number(generated.q) - 1n));
}
const dp = text(d % (number(generated.p) - 1n));
const dq = text(d % (number(generated.q) - 1n));
const key = createPrivateKey({ format: 'jwk', key: { ...generated, e: text(EXPONENT), d: text(d), dp, dq } });
const spki = createPublicKey(key).export({ format: 'pem', type: 'spki' });
const jwk = createPublicKey(key).export({ format: 'jwk' });
console.log(JSON.stringify({ spki, jwk, signature: sign('sha256', 'hello', key).toString('base64') }));
JS
node sign.cjs > signed.json
cat > verify.cjs <<'JS'
const { verify } = require('node:crypto');
const { spki, jwk, signature } = JSON.parse(require('node:fs').readFileSync('signed.json', 'utf8'));
const verified = (key) => {
  try {
    return verify('sha256', Buffer.from('hello'), key, Buffer.from(signature, 'base64'));
  } catch (error) {
    return error.code;
  }
};
console.log(JSON.stringify({ spki: verified(spki), jwk: verified({ key: jwk, format: 'jwk' }) }));
JS
node=$(node verify.cjs)
bun=$(node_modules/.bin/bun verify.cjs)
echo "node $node"
echo "bun $bun"
[ "$node" = '{"spki":true,"jwk":true}' ]
[ "$bun" = '{"spki":"ERR_OSSL_RSA_BAD_E_VALUE","jwk":false}' ]
