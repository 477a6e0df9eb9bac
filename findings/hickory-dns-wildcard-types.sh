#!/bin/sh
# hickory-dns 0.26.3 (Rust): for a type that the wildcard of a name does not have it responds NXDOMAIN, although the name exists with the
# types that the wildcard has; RFC 4592 2.2.1 and RFC 1034 4.3.2 want an empty NOERROR. A resolver that takes NXDOMAIN for the whole name
# (RFC 8020), and asked for AAAA or CAA first, then knows no address; in a signed zone BIND's delv takes the response for bogus.
# Seen: www A NOERROR, www AAAA NOERROR, x.wild A NOERROR, x.wild AAAA NXDOMAIN, x.wild CAA NXDOMAIN
set -eu
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
cargo install --quiet --debug --locked --no-default-features --root . hickory-dns@0.26.3 2> log
cat > wild.zone <<'ZONE'
$ORIGIN wild.example.
@ 300 IN SOA ns1 hostmaster 1 7200 900 1209600 300
@ 300 IN NS ns1
ns1 300 IN A 192.0.2.1
www 300 IN A 192.0.2.1
*.wild 300 IN A 192.0.2.2
ZONE
port=$(python3 -c 'import socket; s = socket.socket(type=socket.SOCK_DGRAM); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat > named.toml <<TOML
user = "$(id -un)"
group = "$(id -gn)"
directory = "$folder"
listen_addrs_ipv4 = ["127.0.0.1"]
listen_port = $port
[[zones]]
zone = "wild.example."
zone_type = "Primary"
[zones.stores]
type = "file"
zone_path = "wild.zone"
TOML
bin/hickory-dns --config named.toml > log 2>&1 &
server=$!
cat > ask.py <<'PY'
import socket
import struct
import sys
import time

TYPES = {"A": 1, "AAAA": 28, "CAA": 257}
CODES = {0: "NOERROR", 3: "NXDOMAIN"}


def ask(name, kind):
    labels = b"".join(bytes([len(label)]) + label.encode() for label in f"{name}.wild.example".split("."))
    query = struct.pack(">6H", 1, 0, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">2H", TYPES[kind], 1)
    for _ in range(50):
        with socket.socket(type=socket.SOCK_DGRAM) as client:
            client.settimeout(0.2)
            client.connect(("127.0.0.1", int(sys.argv[1])))
            try:
                client.send(query)
                return CODES.get(client.recv(512)[3] & 15)
            except OSError:
                time.sleep(0.1)


questions = ["www A", "www AAAA", "x.wild A", "x.wild AAAA", "x.wild CAA"]
print(", ".join(f"{one} {ask(*one.split())}" for one in questions))
PY
python3 ask.py "$port" | tee seen
[ "$(cat seen)" = 'www A NOERROR, www AAAA NOERROR, x.wild A NOERROR, x.wild AAAA NXDOMAIN, x.wild CAA NXDOMAIN' ]
