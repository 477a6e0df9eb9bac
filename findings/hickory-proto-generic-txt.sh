#!/bin/sh
# hickory-proto 0.25.2 (Rust): TXT in the form for any type, `\# 3 02 6162` (RFC 3597 5, which is for known types too), becomes the four
# texts `\#`, `3`, `02` and `6162`, without an error. Of A, MX and CAA in that form it reports an error.
# Seen: TXT \# 3 02 6162: ["\\#", "3", "02", "6162"]
#       A \# 4 C0000201: refused
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "generic"
version = "1.0.0"
edition = "2021"
[dependencies]
hickory-proto = { version = "=0.25.2", features = ["text-parsing"] }
TOML
cat > src/main.rs <<'RS'
use hickory_proto::rr::{Name, RData};
use hickory_proto::serialize::txt::Parser;

fn main() {
    for rest in ["TXT \\# 3 02 6162", "A \\# 4 C0000201"] {
        let line = format!("a.example. 300 IN {rest}\n");
        let Ok((_, sets)) = Parser::new(line, None, Some(Name::root())).parse() else {
            println!("{rest}: refused");
            continue;
        };
        for record in sets.values().flat_map(|set| set.records_without_rrsigs()) {
            if let RData::TXT(txt) = record.data() {
                let texts: Vec<_> = txt.txt_data().iter().map(|one| String::from_utf8_lossy(one)).collect();
                println!("{rest}: {texts:?}");
            }
        }
    }
}
RS
cargo run --quiet | tee seen
[ "$(cat seen)" = 'TXT \# 3 02 6162: ["\\#", "3", "02", "6162"]
A \# 4 C0000201: refused' ]
