#!/bin/sh
# domain 0.12.3 (Rust): it reads `no-default-alpn` and writes `nodefaultalpn`, a key that neither it nor BIND 9.18 reads (RFC 9460 7.1).
# It refuses `key3=\000\053`, which is `port=53` in the form of "arbitrary keys" (2.1). And of an IPSECKEY record without a gateway it leaves
# the `.` out, which RFC 4025 3.1 wants, so that it refuses what it wrote.
# Seen, read and written twice:
#       HTTPS 1 . alpn=h2 port=53 -> 1 . alpn=h2 port=53 -> 1 . alpn=h2 port=53
#       HTTPS 1 . alpn=h2 no-default-alpn -> 1 . alpn=h2 nodefaultalpn -> refused
#       HTTPS 1 . alpn=h2 key3=\000\053 -> refused -> refused
#       IPSECKEY 10 0 2 . AQID -> 10 0 2 AQID -> refused
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
domain = { version = "=0.12.3", features = ["zonefile"] }
TOML
cat > src/main.rs <<'RS'
use domain::base::zonefile_fmt::{DisplayKind, ZonefileFmt};
use domain::zonefile::inplace::{Entry, Zonefile};

fn read_and_write(kind: &str, data: &str) -> String {
    let line = format!("a.example. 300 IN {kind} {data}\n");
    match Zonefile::load(&mut line.as_bytes()).unwrap().next_entry() {
        Ok(Some(Entry::Record(record))) => record.data().display_zonefile(DisplayKind::Simple).to_string(),
        _ => "refused".to_string(),
    }
}

fn main() {
    for (kind, data) in [
        ("HTTPS", "1 . alpn=h2 port=53"),
        ("HTTPS", "1 . alpn=h2 no-default-alpn"),
        ("HTTPS", r"1 . alpn=h2 key3=\000\053"),
        ("IPSECKEY", "10 0 2 . AQID"),
    ] {
        let once = read_and_write(kind, data);
        println!("{kind} {data} -> {once} -> {}", read_and_write(kind, &once));
    }
}
RS
cargo run --quiet -j 1 | tee seen
[ "$(cat seen)" = 'HTTPS 1 . alpn=h2 port=53 -> 1 . alpn=h2 port=53 -> 1 . alpn=h2 port=53
HTTPS 1 . alpn=h2 no-default-alpn -> 1 . alpn=h2 nodefaultalpn -> refused
HTTPS 1 . alpn=h2 key3=\000\053 -> refused -> refused
IPSECKEY 10 0 2 . AQID -> 10 0 2 AQID -> refused' ]
