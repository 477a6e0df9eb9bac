#!/bin/sh
# github.com/nektos/act 0.2.89 (Go): the filter `*` on an object from JSON gives nulls, without an error, where GitHub's documentation has
# the values in an example (Expressions, "Object filters"), so that `contains` is false. Of an array it gives the values, and null for each
# element that lacks the property. GitHub's own @actions/expressions 0.3.61 gives the values alone for both.
# Seen: object: act [null,null], GitHub [1,2]
#       array: act ["apple",null], GitHub ["apple"]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > expressions.json <<'JSON'
[
  ["object", "fromJSON('{\"apple\":{\"quantity\":1},\"pear\":{\"quantity\":2}}').*.quantity"],
  ["array", "fromJSON('[{\"name\":\"apple\"},{\"quantity\":2}]').*.name"]
]
JSON
npm install --silent --no-audit --no-fund --prefix . @actions/expressions@0.3.61
cat > github.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Evaluator, Lexer, Parser, data } from '@actions/expressions';

for (const [, expression] of JSON.parse(readFileSync('expressions.json', 'utf8'))) {
  const parsed = new Parser(new Lexer(expression).lex().tokens, [], []).parse();
  console.log(JSON.stringify(new Evaluator(parsed, new data.Dictionary()).evaluate(), data.replacer));
}
JS
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/nektos/act/pkg/exprparser"
)

func main() {
	text, _ := os.ReadFile("expressions.json")
	var expressions [][2]string
	if err := json.Unmarshal(text, &expressions); err != nil {
		panic(err)
	}
	for _, each := range expressions {
		interpreter := exprparser.NewInterpeter(&exprparser.EvaluationEnvironment{}, exprparser.Config{})
		value, err := interpreter.Evaluate(each[1], exprparser.DefaultStatusCheckNone)
		if err != nil {
			panic(err)
		}
		found, _ := json.Marshal(value)
		fmt.Printf("%s: act %s, GitHub \n", each[0], found)
	}
}
GO
go mod init finding 2> log
go get github.com/nektos/act/pkg/exprparser@v0.2.89 2> log
go run . > act
node github.mjs > github
paste -d '\0' act github | tee seen
[ "$(cat seen)" = 'object: act [null,null], GitHub [1,2]
array: act ["apple",null], GitHub ["apple"]' ]
