#!/bin/sh
# hickory-proto 0.26.3 (Rust): parameters of SVCB and HTTPS that a zone file has in another order than that of their numbers, as the
# vectors of RFC 9460 D.2 have them too, are read without an error, and cannot be written on the wire: `SvcParams out of order`. RFC 9460
# 2.1 allows any order in a zone file; 2.2 has them sorted on the wire alone.
# Seen: alpn=h2 port=53: written
#       port=53 alpn=h2: SvcParams out of order
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "order"
version = "1.0.0"
edition = "2021"
[dependencies]
hickory-proto = "=0.26.3"
TOML
cat > src/main.rs <<'RS'
use hickory_proto::rr::Name;
use hickory_proto::serialize::binary::{BinEncodable, BinEncoder};
use hickory_proto::serialize::txt::Parser;

fn main() {
    for parameters in ["alpn=h2 port=53", "port=53 alpn=h2"] {
        let zone = format!("a.example. 300 IN HTTPS 1 . {parameters}\n");
        let (_, sets) = Parser::new(zone, None, Some(Name::root())).parse().unwrap();
        for record in sets.values().flat_map(|set| set.records_without_rrsigs()) {
            let mut octets = Vec::new();
            match record.data.emit(&mut BinEncoder::new(&mut octets)) {
                Ok(()) => println!("{parameters}: written"),
                Err(error) => println!("{parameters}: {error}"),
            }
        }
    }
}
RS
cargo run --quiet | tee seen
[ "$(cat seen)" = 'alpn=h2 port=53: written
port=53 alpn=h2: SvcParams out of order' ]
