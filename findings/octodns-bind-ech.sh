#!/bin/sh
# octodns-bind 1.1.0 with octoDNS 1.22.0 and dnspython 2.9.2: an HTTPS record with `ech`, or a LOC record whose sizes are the default ones,
# makes the whole zone unreadable, from a file and from a name server. dnspython writes `ech="…"`, as RFC 9460 2.1 allows, and octoDNS takes
# the quotes for Base64; dnspython leaves default sizes out, as RFC 1876 3 allows, also where the file has them, and octoDNS wants them.
# Seen: HTTPS 1 . alpn=h2: read
#       HTTPS 1 . ech=…: ech SvcParam is invalid Base64
#       LOC 52 14 5 N 0 8 50 W 10m 2m 10000m 10m: read
#       LOC 52 14 5 N 0 8 50 W 10m 1m 10000m 10m: failed to parse string value as RDATA presentation text
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check octodns-bind==1.1.0 octodns==1.22.0 dnspython==2.9.2
cat > read.py <<'PY'
from pathlib import Path

from octodns.zone import Zone
from octodns_bind import ZoneFileSource

ECH = "AEj+DQBEAQAgACAdd+scUi0IYFsXnUIU7ko2Nd9+F8M26pAGZVpz/KrWPgAEAAEAAWQVZWNoLXNpdGVzLmV4YW1wbGUubmV0AAA="
for record in (
    "HTTPS 1 . alpn=h2",
    f"HTTPS 1 . ech={ECH}",
    "LOC 52 14 5 N 0 8 50 W 10m 2m 10000m 10m",
    "LOC 52 14 5 N 0 8 50 W 10m 1m 10000m 10m",
):
    Path("example.").write_text(f"$TTL 300\n@ SOA ns h 1 7200 900 1209600 300\n@ NS ns.elsewhere.\nx {record}\n")
    try:
        ZoneFileSource("files", ".").populate(Zone("example.", []))
        what = "read"
    except Exception as error:
        what = str(error).splitlines()[-1].removeprefix("  - ").split(", via")[0]
    print(f"{record}: {what}".replace(ECH, "…"))
PY
venv/bin/python read.py 2> log | tee seen
[ "$(cat seen)" = 'HTTPS 1 . alpn=h2: read
HTTPS 1 . ech=…: ech SvcParam is invalid Base64
LOC 52 14 5 N 0 8 50 W 10m 2m 10000m 10m: read
LOC 52 14 5 N 0 8 50 W 10m 1m 10000m 10m: failed to parse string value as RDATA presentation text' ]
