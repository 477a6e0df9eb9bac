#!/bin/sh
# CoreDNS 1.15.0 (Go), the plugin `file`: the RRSIG record of a CNAME that a wildcard made keeps the wildcard as its owner, so that the
# answer is without a signature, and Unbound 1.17.1 and BIND 9.18 respond SERVFAIL; that of an A record has the queried name (RFC 4035
# 3.1.3.3). And a wildcard applies to a name that has names below it, which RFC 4592 2.2.2 excludes.
# Seen: x.address: RRSIG x.address, x.alias: RRSIG *.alias, b.address: A 192.0.2.2
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"net"
	"strings"

	"github.com/coredns/coredns/plugin/file"
	"github.com/coredns/coredns/request"
	"github.com/miekg/dns"
)

const zone = `signed.example. 300 IN SOA ns1.signed.example. h.signed.example. 1 7200 900 1209600 300
signed.example. 300 IN NS ns1.signed.example.
*.address.signed.example. 300 IN A 192.0.2.2
*.address.signed.example. 300 IN RRSIG A 13 3 300 20270101000000 20260101000000 1 signed.example. AAAA
*.alias.signed.example. 300 IN CNAME elsewhere.example.
*.alias.signed.example. 300 IN RRSIG CNAME 13 3 300 20270101000000 20260101000000 1 signed.example. AAAA
a.b.address.signed.example. 300 IN AAAA 2001:db8::3
`

type writer struct{ dns.ResponseWriter }

func (writer) RemoteAddr() net.Addr { return &net.UDPAddr{} }

func main() {
	read, err := file.Parse(strings.NewReader(zone), "signed.example.", "zone", 0)
	if err != nil {
		panic(err)
	}
	var all []string
	for _, name := range []string{"x.address", "x.alias", "b.address"} {
		query := new(dns.Msg).SetQuestion(name+".signed.example.", dns.TypeA)
		query.SetEdns0(1232, name != "b.address")
		asked := request.Request{W: writer{}, Req: query}
		answers, _, _, _ := read.Lookup(context.Background(), asked, query.Question[0].Name)
		what := "nothing"
		for _, one := range answers {
			switch record := one.(type) {
			case *dns.RRSIG:
				what = "RRSIG " + strings.TrimSuffix(record.Hdr.Name, ".signed.example.")
			case *dns.A:
				what = "A " + record.A.String()
			}
		}
		all = append(all, name+": "+what)
	}
	fmt.Println(strings.Join(all, ", "))
}
GO
cat > go.mod <<'GO'
module finding

go 1.25
GO
GOFLAGS=-mod=mod go get github.com/coredns/coredns@v1.15.0 > go.log 2>&1 || { cat go.log; exit 1; }
seen=$(GOFLAGS=-mod=mod go run .)
echo "$seen"
[ "$seen" = 'x.address: RRSIG x.address, x.alias: RRSIG *.alias, b.address: A 192.0.2.2' ]
