#!/bin/sh
# dnspython 2.9.2: CAA records whose tags differ only in case are different records to it, and both stay in the set; so a comparison
# of a zone with what a server gives finds a change. RFC 8659 4.1 matches tags without regard to case. Names, as an MX record's, are
# compared without regard to case.
# Seen: CAA: equal False, in a set 2
#       MX: equal True, in a set 1
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check dnspython==2.9.2
cat > compare.py <<'PY'
import dns.rdata
import dns.rdataset

for kind, one, other in [
    ("CAA", '0 issue "ca.example"', '0 ISSUE "ca.example"'),
    ("MX", "10 mail.example.", "10 MAIL.example."),
]:
    first, second = (dns.rdata.from_text("IN", kind, text) for text in [one, other])
    both = dns.rdataset.from_rdata(300, first, second)
    print(f"{kind}: equal {first == second}, in a set {len(both)}")
PY
seen=$(venv/bin/python compare.py)
echo "$seen"
[ "$seen" = 'CAA: equal False, in a set 2
MX: equal True, in a set 1' ]
