#!/bin/sh
# aiohttp 3.14.5: an empty element in front of a list, `If-None-Match: , "a"`, which a recipient has to ignore (RFC 9110 5.6.1.2), takes
# every tag of the list away; behind a tag it does not. So does the empty tag `""`, which RFC 9110 8.8.3 allows.
# Seen: , "a": 0
#       "a",: 1
#       "": 0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check aiohttp==3.14.5
cat > tags.py <<'PY'
from aiohttp.test_utils import make_mocked_request

for text in (', "a"', '"a",', '""'):
    request = make_mocked_request("GET", "/", headers={"If-None-Match": text})
    print(f"{text}: {len(request.if_none_match)}")
PY
venv/bin/python tags.py | tee seen
[ "$(cat seen)" = ', "a": 0
"a",: 1
"": 0' ]
