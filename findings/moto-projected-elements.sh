#!/bin/sh
# moto 5.2.5 (Python): of two elements of a list that a ProjectionExpression of DynamoDB names, GetItem, Query and Scan return the last
# alone, without an error, and of two attributes of one element too. In DynamoDB's guide a projection gets each attribute that it names;
# AWS's own DynamoDB Local 2.5.2 returns both.
# Seen: l[0]: ['a'], l[0], l[2]: ['c']
#       m[0].x: [{'x': 'd'}], m[0].x, m[0].y: [{'y': 'e'}]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check 'moto[dynamodb]==5.2.5'
cat > elements.py <<'PY'
import boto3
from moto import mock_aws

with mock_aws():
    dynamodb = boto3.resource("dynamodb", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
    table = dynamodb.create_table(
        TableName="things",
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )
    table.put_item(Item={"id": "thing", "l": ["a", "b", "c"], "m": [{"x": "d", "y": "e"}]})

    def got(expression):
        return table.get_item(Key={"id": "thing"}, ProjectionExpression=expression)["Item"][expression[0]]

    for one, two in (("l[0]", "l[0], l[2]"), ("m[0].x", "m[0].x, m[0].y")):
        print(f"{one}: {got(one)}, {two}: {got(two)}")
PY
venv/bin/python elements.py | tee seen
[ "$(cat seen)" = "l[0]: ['a'], l[0], l[2]: ['c']
m[0].x: [{'x': 'd'}], m[0].x, m[0].y: [{'y': 'e'}]" ]
