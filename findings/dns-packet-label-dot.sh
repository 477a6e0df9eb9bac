#!/bin/sh
# dns-packet 5.6.1: a dot inside a label, as of the printer `J. Smith` (RFC 6763 4.1.1 allows it), it decodes like the dots between labels,
# so that the name, encoded again to ask for its SRV record, is another one, of a label more; multicast-dns uses it. RFC 1035 5.1 and
# RFC 6763 4.3 want `\.`, which it gives and reads in the mailbox of SOA alone.
# Seen: SOA first\.last.example, encoded again the same true
#       PTR J. Smith._ipp._tcp.local, encoded again the same false
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . dns-packet@5.6.1
cat > decode.cjs <<'JS'
const { decode, encode } = require('dns-packet');

const name = (...labels) => Buffer.from(`${labels.map((one) => String.fromCharCode(one.length) + one).join('')}\0`);
// A response with one record, at the root: the header, the type, the class IN, a TTL and the length of the data.
const response = (type, data) =>
  Buffer.concat([Buffer.from(`00008400000000010000000000${type}00010000012c00`, 'hex'), Buffer.from([data.length]), data]);
const mailbox = Buffer.concat([name(), name('first.last', 'example'), Buffer.alloc(20)]);
const printer = name('J. Smith', '_ipp', '_tcp', 'local');
for (const [kind, packet] of [['SOA', response('0006', mailbox)], ['PTR', response('000c', printer)]]) {
  const decoded = decode(packet);
  const [answer] = decoded.answers;
  console.log(`${kind} ${answer.data.rname ?? answer.data}, encoded again the same ${encode(decoded).equals(packet)}`);
}
JS
node decode.cjs | tee seen
[ "$(cat seen)" = 'SOA first\.last.example, encoded again the same true
PTR J. Smith._ipp._tcp.local, encoded again the same false' ]
