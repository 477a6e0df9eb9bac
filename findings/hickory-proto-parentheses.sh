#!/bin/sh
# hickory-proto 0.26.3 (Rust): in parentheses its parser of zone files gives quotes no meaning (RFC 1035 5.1: parentheses only let a record
# cross lines). They become a part of the data, so that CAA names an issuer that does not exist; and `;` in quotes begins a comment, so
# that a DKIM record loses what follows it. No error is reported.
# Seen: CAA 0 issue "ca.example": ca.example
#       CAA ( 0 issue "ca.example" ): "ca.example"
#       TXT "v=DKIM1; p=" "AA": v=DKIM1; p=|AA
#       TXT ( "v=DKIM1; p=" / "AA" ): "v=DKIM1|"AA"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "parentheses"
version = "1.0.0"
edition = "2021"
[dependencies]
hickory-proto = "=0.26.3"
TOML
cat > src/main.rs <<'RS'
use hickory_proto::rr::{Name, RData};
use hickory_proto::serialize::txt::Parser;

fn main() {
    // A slash stands for the end of a line.
    for rest in [
        r#"CAA 0 issue "ca.example""#,
        r#"CAA ( 0 issue "ca.example" )"#,
        r#"TXT "v=DKIM1; p=" "AA""#,
        r#"TXT ( "v=DKIM1; p=" / "AA" )"#,
    ] {
        let zone = format!("a.example. 300 IN {rest}\n").replace('/', "\n");
        let (_, sets) = Parser::new(zone, None, Some(Name::root())).parse().unwrap();
        for record in sets.values().flat_map(|set| set.records_without_rrsigs()) {
            let texts = match &record.data {
                RData::CAA(caa) => vec![caa.value.clone()],
                RData::TXT(txt) => txt.txt_data.iter().map(|one| one.to_vec()).collect(),
                _ => unreachable!(),
            };
            let texts: Vec<_> = texts.iter().map(|one| String::from_utf8_lossy(one)).collect();
            println!("{rest}: {}", texts.join("|"));
        }
    }
}
RS
cargo run --quiet | tee seen
[ "$(cat seen)" = 'CAA 0 issue "ca.example": ca.example
CAA ( 0 issue "ca.example" ): "ca.example"
TXT "v=DKIM1; p=" "AA": v=DKIM1; p=|AA
TXT ( "v=DKIM1; p=" / "AA" ): "v=DKIM1|"AA"' ]
