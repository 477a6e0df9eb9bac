#!/bin/sh
# YADIFA 2.6.4 (Debian 12): a CNAME that a wildcard made has its signature, and not the NSEC record which proves that no closer name
# exists; an A record has it. RFC 4035 3.1.3.3 wants it for both: Unbound 1.17.1 and BIND 9.18 respond SERVFAIL for such names.
# Seen: A: NSEC and RRSIG, CNAME: no proof
# Needs `apt-get` and `dpkg-deb` with the packages of Debian 12 on amd64.
set -eu
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet --quiet yadifa=2.6.4-1
dpkg-deb --extract yadifa_*.deb .
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check 'dnspython[dnssec]==2.9.2'
cat > sign.py <<'PY'
import dns.dnssec
import dns.zone
from cryptography.hazmat.primitives.asymmetric import ec

zone = dns.zone.from_text(
    """
@ 300 IN SOA ns1 hostmaster 1 7200 900 1209600 300
@ 300 IN NS ns1
ns1 300 IN A 192.0.2.1
*.address 300 IN A 192.0.2.2
*.alias 300 IN CNAME elsewhere.example.
""",
    "signed.example.",
    relativize=False,
)
key = ec.generate_private_key(ec.SECP256R1())
public = dns.dnssec.make_dnskey(key.public_key(), "ECDSAP256SHA256", flags=257)
with zone.writer() as writer:
    dns.dnssec.sign_zone(zone, writer, [(key, public)], add_dnskey=True, dnskey_ttl=300, lifetime=86400)
zone.to_file("signed.zone", relativize=False)
PY
venv/bin/python sign.py
port=$(python3 -c 'import socket; s = socket.socket(type=socket.SOCK_DGRAM); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
mkdir keys xfr log
cat > yadifad.conf <<CONF
<main>
  daemon off
  chroot off
  logpath "$folder/log"
  pidfile "$folder/pid"
  datapath "$folder"
  keyspath "$folder/keys"
  xfrpath "$folder/xfr"
  user "$(id -un)"
  group "$(id -gn)"
  port $port
  listen 127.0.0.1
</main>
<zone>
  type primary
  domain signed.example
  file "signed.zone"
  maintain-dnssec false
</zone>
CONF
usr/sbin/yadifad -c yadifad.conf > yadifad.log 2>&1 &
server=$!
cat > ask.py <<'PY'
import sys
import time

import dns.message
import dns.query
import dns.rdatatype


def ask(name):
    query = dns.message.make_query(name, "A", want_dnssec=True)
    return dns.query.udp(query, "127.0.0.1", port=int(sys.argv[1]), timeout=5)


for _ in range(50):
    try:
        if ask("ns1.signed.example.").answer:
            break
    except OSError:
        pass
    time.sleep(0.2)
for kind, name in [("A", "x.address.signed.example."), ("CNAME", "x.alias.signed.example.")]:
    response = ask(name)
    assert kind in [dns.rdatatype.to_text(one.rdtype) for one in response.answer]
    types = sorted({dns.rdatatype.to_text(one.rdtype) for one in response.authority} - {"NS"})
    print(f"{kind}: {' and '.join(types) or 'no proof'}")
PY
seen=$(venv/bin/python ask.py "$port")
echo "$seen"
[ "$seen" = 'A: NSEC and RRSIG
CNAME: no proof' ]
