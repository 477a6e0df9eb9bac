#!/bin/sh
# go.yaml.in/yaml 3.0.6 and 4.0.0 (Go): a document that says it is of YAML 1.2, as the specification of today has it (`%YAML 1.2`, 6.8.1), is
# refused, and one that says 1.1 is read. 3.0.6 refuses `\/` in a text too, which YAML 1.2.2 5.7 took over from JSON, and which PHP's
# json_encode writes for each slash.
# Seen: v3 1.1: read, 1.2: found incompatible YAML document, \/: found unknown escape character
#       v4 1.1: read, 1.2: found incompatible YAML document, \/: read
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"fmt"
	"regexp"

	v3 "go.yaml.in/yaml/v3"
	v4 "go.yaml.in/yaml/v4"
)

var found = regexp.MustCompile("found [a-zA-Z ]+")

func read(unmarshal func([]byte, any) error, text string) string {
	var value any
	if err := unmarshal([]byte(text), &value); err != nil {
		return found.FindString(err.Error())
	}
	return "read"
}

func main() {
	for name, unmarshal := range map[string]func([]byte, any) error{
		"v3": func(in []byte, out any) error { return v3.Unmarshal(in, out) },
		"v4": func(in []byte, out any) error { return v4.Unmarshal(in, out) },
	} {
		one, two := read(unmarshal, "%YAML 1.1\n---\na: 1\n"), read(unmarshal, "%YAML 1.2\n---\na: 1\n")
		fmt.Printf("%s 1.1: %s, 1.2: %s, \\/: %s\n", name, one, two, read(unmarshal, `{"a": "b\/c"}`))
	}
}
GO
go mod init finding 2> log
go get go.yaml.in/yaml/v3@v3.0.6 go.yaml.in/yaml/v4@v4.0.0 2> log
go run . | sort | tee seen
[ "$(cat seen)" = 'v3 1.1: read, 1.2: found incompatible YAML document, \/: found unknown escape character
v4 1.1: read, 1.2: found incompatible YAML document, \/: read' ]
