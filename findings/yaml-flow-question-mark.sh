#!/bin/sh
# gopkg.in/yaml.v3 3.0.1 (Go), by which Pulumi 3.276.0 reads its files, and PyYAML 6.0.4: a URL with a query, without quotes in braces or
# brackets, `{ to: https://x.example/?a=1 }`, makes the whole file unreadable. In YAML 1.2.2 (7.3.3) `?` may be in a plain scalar there, as
# go.yaml.in/yaml 4.0.0 reads it. On a line of its own all three read it.
# Seen: to: https://x.example/?a=1 v3 read, v4 read, PyYAML read
#       { to: https://x.example/?a=1 } v3 refused, v4 read, PyYAML refused
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check PyYAML==6.0.4
cat > load.py <<'PY'
import sys
import yaml

try:
    print("read" if yaml.safe_load(sys.argv[1])["to"] == "https://x.example/?a=1" else "other")
except yaml.YAMLError:
    print("refused")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"

	v4 "go.yaml.in/yaml/v4"
	v3 "gopkg.in/yaml.v3"
)

func read(unmarshal func([]byte, any) error) string {
	var value struct{ To string }
	if unmarshal([]byte(os.Args[1]), &value) != nil {
		return "refused"
	}
	return map[bool]string{true: "read", false: "other"}[value.To == "https://x.example/?a=1"]
}

func main() {
	old := read(func(in []byte, out any) error { return v3.Unmarshal(in, out) })
	fmt.Printf("v3 %s, v4 %s", old, read(func(in []byte, out any) error { return v4.Unmarshal(in, out) }))
}
GO
go mod init finding 2> log
go get gopkg.in/yaml.v3@v3.0.1 go.yaml.in/yaml/v4@v4.0.0 2> log
go build -o load .
for text in 'to: https://x.example/?a=1' '{ to: https://x.example/?a=1 }'; do
  echo "$text $(./load "$text"), PyYAML $(venv/bin/python load.py "$text")"
done | tee seen
[ "$(cat seen)" = 'to: https://x.example/?a=1 v3 read, v4 read, PyYAML read
{ to: https://x.example/?a=1 } v3 refused, v4 read, PyYAML refused' ]
