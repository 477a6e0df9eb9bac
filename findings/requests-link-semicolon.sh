#!/bin/sh
# requests 2.34.2 and httpx 0.28.1: of `Link: <https://x.example/?a=1;b>; rel="next"` both give a URL that ends at its semicolon, and no
# relation, so that `links` has no `next` and a list ends after its first page. RFC 3986 3.4 allows the semicolon in a query, and in
# RFC 8288 3 the URL ends at `>`. The same URL with %3B is read.
# Seen: requests ; ['https://x.example/?a=1'] %3B ['next']
#       httpx ; ['https://x.example/?a=1'] %3B ['next']
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check requests==2.34.2 httpx==0.28.1
cat > links.py <<'PY'
import httpx
import requests


def of_requests(link):
    response = requests.Response()
    response.headers["Link"] = link
    return response.links


def of_httpx(link):
    return httpx.Response(200, headers={"Link": link}).links


for name, links in (("requests", of_requests), ("httpx", of_httpx)):
    found = [f'{mark} {list(links(f"<https://x.example/?a=1{mark}b>; rel=" + chr(34) + "next" + chr(34)))}' for mark in (";", "%3B")]
    print(name, *found)
PY
venv/bin/python links.py | tee seen
[ "$(cat seen)" = "requests ; ['https://x.example/?a=1'] %3B ['next']
httpx ; ['https://x.example/?a=1'] %3B ['next']" ]
