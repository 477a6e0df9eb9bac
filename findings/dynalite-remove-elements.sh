#!/bin/sh
# dynalite 4.0.0: `REMOVE l[1], l[2]` in an UpdateExpression of DynamoDB removes the second element and the fourth: the second number is
# taken in the list that the first removal has shortened. DynamoDB's guide has this very expression, and removes the second and third;
# AWS's own DynamoDB Local 2.5.2 does so too. In the other order dynalite is right.
# Seen: REMOVE l[1], l[2]: Chisel Nails Hacksaw
#       REMOVE l[2], l[1]: Chisel Screwdriver Hacksaw
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . dynalite@4.0.0 @aws-sdk/client-dynamodb@3.1162.0
cat > remove.cjs <<'JS'
const { DynamoDB } = require('@aws-sdk/client-dynamodb');
const server = require('dynalite')({ createTableMs: 0 });

server.listen(0, '127.0.0.1', async () => {
  const client = new DynamoDB({
    endpoint: `http://127.0.0.1:${server.address().port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  await client.createTable({
    TableName: 'things',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
  const l = { L: ['Chisel', 'Hammer', 'Nails', 'Screwdriver', 'Hacksaw'].map((S) => ({ S })) };
  for (const UpdateExpression of ['REMOVE l[1], l[2]', 'REMOVE l[2], l[1]']) {
    await client.putItem({ TableName: 'things', Item: { id: { S: 'x' }, l } });
    const changed = { TableName: 'things', Key: { id: { S: 'x' } }, UpdateExpression, ReturnValues: 'ALL_NEW' };
    const { Attributes } = await client.updateItem(changed);
    console.log(`${UpdateExpression}: ${Attributes.l.L.map(({ S }) => S).join(' ')}`);
  }
  client.destroy();
  server.close();
});
JS
node remove.cjs | tee seen
[ "$(cat seen)" = 'REMOVE l[1], l[2]: Chisel Nails Hacksaw
REMOVE l[2], l[1]: Chisel Screwdriver Hacksaw' ]
