#!/bin/sh
# hickory-proto 0.25.2 (Rust): its parser of zone files reads `\DDD`, an octet in decimal (RFC 1035 5.1), as the character whose number
# has a digit in each octet: `"\255"` of TXT and CAA gets four octets. In text without quotes `\;` ends the value, as if it began a
# comment, and leaves the backslash in it. No error is reported, so that a zone is served with other data than its file has.
# Seen: "\255" f0a09485
#       a\;b 615c
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "escapes"
version = "1.0.0"
edition = "2021"
[dependencies]
hickory-proto = { version = "=0.25.2", features = ["text-parsing"] }
TOML
cat > src/main.rs <<'RS'
use hickory_proto::rr::{Name, RData};
use hickory_proto::serialize::txt::Parser;

fn main() {
    for text in ["\"\\255\"", "a\\;b"] {
        let line = format!("a.example. 300 IN TXT {text}\n");
        let (_, sets) = Parser::new(line, None, Some(Name::root())).parse().unwrap();
        for record in sets.values().flat_map(|set| set.records_without_rrsigs()) {
            if let RData::TXT(txt) = record.data() {
                let octets: String = txt.txt_data()[0].iter().map(|one| format!("{one:02x}")).collect();
                println!("{text} {octets}");
            }
        }
    }
}
RS
cargo run --quiet | tee seen
[ "$(cat seen)" = '"\255" f0a09485
a\;b 615c' ]
