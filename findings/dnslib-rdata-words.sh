#!/bin/sh
# dnslib 0.9.26: of a type that it does not know further, it takes the last word alone for the data. So `\# 4 0102 0304`, which RFC 3597 5
# allows ("zero or more words"), becomes two octets, and a CDS record, of whose type it knows the name, loses its key tag, algorithm and
# digest type; both go on the wire like this, without an error. DS, which has the same form (RFC 7344 3.1), is read.
# Seen: TYPE65400 \# 4 01020304: 01020304
#       TYPE65400 \# 4 0102 0304: 0304
#       DS 12345 13 1 aaaa: 30390d01aaaa
#       CDS 12345 13 1 aaaa: aaaa
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check dnslib==0.9.26
cat > read.py <<'PY'
from dnslib import RR, DNSBuffer

digest = "aa" * 20
for rest in (r"TYPE65400 \# 4 01020304", r"TYPE65400 \# 4 0102 0304", f"DS 12345 13 1 {digest}", f"CDS 12345 13 1 {digest}"):
    (record,) = RR.fromZone(f"a.example. 300 IN {rest}\n")
    buffer = DNSBuffer()
    record.rdata.pack(buffer)
    print(f"{rest}: {buffer.data.hex()}".replace(digest, "aaaa"))
PY
venv/bin/python read.py | tee seen
[ "$(cat seen)" = 'TYPE65400 \# 4 01020304: 01020304
TYPE65400 \# 4 0102 0304: 0304
DS 12345 13 1 aaaa: 30390d01aaaa
CDS 12345 13 1 aaaa: aaaa' ]
