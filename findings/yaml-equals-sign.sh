#!/bin/sh
# PyYAML 6.0.4 and ruamel.yaml 0.19.1: a plain `=`, as in `operator: =`, is refused by the safe loaders, by ruamel.yaml for
# YAML 1.2 too. They take it for YAML 1.1's type "value" and have no constructor for it; in YAML 1.2.2's core schema (10.3.2) it is
# a string. `==` and `<=` load.
# Seen: PyYAML: ConstructorError "==" "<="
#       ruamel.yaml: ConstructorError "==" "<="
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check PyYAML==6.0.4 ruamel.yaml==0.19.1
cat > load.py <<'PY'
import json
import ruamel.yaml
import yaml

def read(load, text):
    try:
        return json.dumps(load("operator: " + text)["operator"])
    except Exception as error:
        return type(error).__name__

for name, load in [("PyYAML", yaml.safe_load), ("ruamel.yaml", ruamel.yaml.YAML(typ="safe", pure=True).load)]:
    print(name + ":", *(read(load, text) for text in ["=", "==", "<="]))
PY
seen=$(venv/bin/python load.py)
echo "$seen"
[ "$seen" = 'PyYAML: ConstructorError "==" "<="
ruamel.yaml: ConstructorError "==" "<="' ]
