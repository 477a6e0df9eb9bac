#!/bin/sh
# github.com/goccy/go-yaml 1.19.2 (Go): a merge key `<<` that stands behind a key of its mapping overrides it, and of several merged
# mappings the last one wins. In YAML's merge type the mapping's own keys win wherever `<<` stands, and of a list the first mapping.
# Without an error, a setting gets another value than from go.yaml.in/yaml, with the order of the lines alone.
# Seen: { <<: *d, ttl: 60 } go.yaml.in 60, goccy 60
#       { ttl: 60, <<: *d } go.yaml.in 60, goccy 3600
#       { <<: [*d, *e] } go.yaml.in 3600, goccy 86400
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"fmt"

	"github.com/goccy/go-yaml"
	other "go.yaml.in/yaml/v4"
)

func ttl(unmarshal func([]byte, any) error, text string) any {
	var read any
	if err := unmarshal([]byte(text), &read); err != nil {
		return err
	}
	return read.(map[string]any)["host"].(map[string]any)["ttl"]
}

func main() {
	for _, host := range []string{"{ <<: *d, ttl: 60 }", "{ ttl: 60, <<: *d }", "{ <<: [*d, *e] }"} {
		text := "d: &d { ttl: 3600 }\ne: &e { ttl: 86400 }\nhost: " + host + "\n"
		ours := ttl(func(in []byte, out any) error { return yaml.Unmarshal(in, out) }, text)
		theirs := ttl(func(in []byte, out any) error { return other.Unmarshal(in, out) }, text)
		fmt.Printf("%s go.yaml.in %v, goccy %v\n", host, theirs, ours)
	}
}
GO
go mod init finding 2> log
go get github.com/goccy/go-yaml@v1.19.2 go.yaml.in/yaml/v4@v4.0.0 2> log
go run . | tee seen
[ "$(cat seen)" = '{ <<: *d, ttl: 60 } go.yaml.in 60, goccy 60
{ ttl: 60, <<: *d } go.yaml.in 60, goccy 3600
{ <<: [*d, *e] } go.yaml.in 3600, goccy 86400' ]
