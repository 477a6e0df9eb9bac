#!/bin/sh
# acme-client 5.4.0: `createCsr` makes an IP address among `altNames` an iPAddress name of the request, and `auto`, with that request, orders
# it as a host name, so that no ACME server can issue it; RFC 8738 3 wants the type ip.
# Seen: an iPAddress in the request: true, ordered: dns www.example, dns 192.0.2.1
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . acme-client@5.4.0
cat > order.cjs <<'JS'
const acme = require('acme-client');

const run = async () => {
  const [, csr] = await acme.crypto.createCsr({ altNames: ['www.example', '192.0.2.1'] });
  const der = Buffer.from(acme.crypto.getPemBodyAsB64u(csr), 'base64url').toString('hex');
  // The tag of iPAddress (RFC 5280 4.2.1.6), the length, and 192.0.2.1.
  const isAddress = der.includes('8704c0000201');
  const accountKey = await acme.crypto.createPrivateKey();
  const client = new acme.Client({ directoryUrl: 'https://ca.example/', accountUrl: 'https://ca.example/1', accountKey });
  // In place of the call to the server.
  client.createOrder = async ({ identifiers }) => {
    const ordered = identifiers.map(({ type, value }) => `${type} ${value}`).join(', ');
    console.log(`an iPAddress in the request: ${isAddress}, ordered: ${ordered}`);
    process.exit();
  };
  await client.auto({ csr });
};
run();
JS
node order.cjs | tee seen
[ "$(cat seen)" = 'an iPAddress in the request: true, ordered: dns www.example, dns 192.0.2.1' ]
