#!/bin/sh
# github.com/miekg/dns 1.1.73 (Go): an algorithm by its mnemonic is read in DS and RRSIG and refused in DNSKEY: `bad DNSKEY Algorithm`.
# RFC 4034 allows the mnemonic in all three (2.2, 3.2, 5.3).
# Seen: DS: read, RRSIG: read, DNSKEY: refused
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"fmt"
	"strings"

	"github.com/miekg/dns"
)

func main() {
	var all []string
	for _, rest := range []string{
		"DS 12345 ECDSAP256SHA256 2 " + strings.Repeat("00", 32),
		"RRSIG A ECDSAP256SHA256 2 300 20270101000000 20260101000000 12345 example. AAAA",
		"DNSKEY 256 3 ECDSAP256SHA256 AAAA",
	} {
		_, err := dns.NewRR("a.example. 300 IN " + rest)
		what := map[bool]string{true: "read", false: "refused"}[err == nil]
		all = append(all, strings.Fields(rest)[0]+": "+what)
	}
	fmt.Println(strings.Join(all, ", "))
}
GO
go mod init finding 2> log
go get github.com/miekg/dns@v1.1.73 2> log
go run . | tee seen
[ "$(cat seen)" = 'DS: read, RRSIG: read, DNSKEY: refused' ]
