#!/bin/sh
# rcgen 0.14.10 (Rust): of the name of an authority whose certificate it reads it keeps one attribute of each type, the last. So what it signs
# for `DC=com, DC=example, CN=CA`, as authorities of Active Directory are named, has an issuer that does not exist, and no client trusts it;
# nothing says so (its issue 300). RFC 5280 7.3 has a domainComponent for each label of a domain.
# Seen: O=Example,CN=CA: O=Example,CN=CA, trusted
#       DC=com,DC=example,CN=CA: DC=example,CN=CA, not trusted
# Needs `openssl`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "1.0.0"
edition = "2024"

[dependencies]
rcgen = { version = "=0.14.10", features = ["pem", "x509-parser"] }
TOML
cat > src/main.rs <<'RS'
use rcgen::{CertificateParams, Issuer, KeyPair};
use std::fs::{read_to_string, write};

fn main() {
    let key = KeyPair::from_pem(&read_to_string("ca.key").unwrap()).unwrap();
    let issuer = Issuer::from_ca_cert_pem(&read_to_string("ca.pem").unwrap(), key).unwrap();
    let params = CertificateParams::new(vec!["a.example".to_string()]).unwrap();
    write("host.pem", params.signed_by(&KeyPair::generate().unwrap(), &issuer).unwrap().pem()).unwrap();
}
RS
cargo build --quiet -j 1
for subject in O=Example,CN=CA DC=com,DC=example,CN=CA; do
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/$(echo "$subject" | tr , /)" \
    -addext keyUsage=critical,keyCertSign -keyout ca.key -out ca.pem 2> log
  target/debug/finding
  issuer=$(openssl x509 -in host.pem -noout -issuer -nameopt sep_comma_plus)
  if openssl verify -CAfile ca.pem host.pem > log 2>&1; then trusted=trusted; else trusted='not trusted'; fi
  echo "$subject: ${issuer#issuer=}, $trusted"
done | tee seen
[ "$(cat seen)" = 'O=Example,CN=CA: O=Example,CN=CA, trusted
DC=com,DC=example,CN=CA: DC=example,CN=CA, not trusted' ]
