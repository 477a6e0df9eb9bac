// Which requests the DynamoDB client repeats, how often, and its errors; against a server that fails on demand.
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createDynamo } from '../../service/dynamo/client.ts';
import { DynamoError, StoreUnavailableError } from '../../service/dynamo/errors.ts';

const SIGNING = { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' };

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Gives the answers in turn, then the last one for ever; `cut` drops the connection once the request is read. */
async function open(...answers: (readonly [number, object] | 'cut')[]) {
  const bodies: string[] = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    const answer = answers[Math.min(bodies.length, answers.length) - 1];
    if (answer === undefined || answer === 'cut') return void request.socket.destroy();
    response.writeHead(answer[0]).end(JSON.stringify(answer[1]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return { bodies, dynamo: createDynamo({ region: 'eu-west-1', endpoint, credentials }) };
}

const refusal = (type: string) => ({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no' });

test.each([
  ['a fault of the server', [500, refusal('InternalServerError')] as const],
  ['throttling', [400, refusal('ThrottlingException')] as const],
  ['a connection that broke', 'cut' as const],
])('a write is sent again, unchanged, after %s', async (_what, failure) => {
  const { bodies, dynamo } = await open(failure, [200, { done: true }]);
  expect(await dynamo.call('PutItem', { TableName: 'pets' })).toEqual({ done: true });
  expect(bodies).toEqual(['{"TableName":"pets"}', '{"TableName":"pets"}']);
});

test('a refusal is final', async () => {
  const { bodies, dynamo } = await open([400, refusal('ConditionalCheckFailedException')]);
  await expect(dynamo.call('PutItem', {})).rejects.toBeInstanceOf(DynamoError);
  expect(bodies).toHaveLength(1);
});

test('three tries without an answer are enough', async () => {
  const { bodies, dynamo } = await open('cut');
  await expect(dynamo.call('PutItem', {})).rejects.toBeInstanceOf(StoreUnavailableError);
  expect(bodies).toHaveLength(3);
});

test('what is sent is what is signed: method, path, headers and body', async () => {
  let seen: { method: string; path: string; headers: Record<string, string>; body: string } | undefined;
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url: path = '', headers } = request;
    seen = { method, path, headers: headers as Record<string, string>, body };
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await createDynamo({ region: 'eu-west-1', endpoint, credentials: SIGNING }).call('GetItem', { a: 'ž' });
  // The signature computed again by Node's own functions over the bytes that arrived.
  const { method, path, headers, body } = seen ?? { method: '', path: '', headers: {}, body: '' };
  const [, scope = '', names = '', signature] =
    /Credential=id\/(.*), SignedHeaders=(.*), Signature=(.*)$/.exec(headers.authorization ?? '') ?? [];
  expect(names.split(';')).toEqual(
    expect.arrayContaining(['host', 'x-amz-date', 'x-amz-target', 'x-amz-security-token']),
  );
  const lines = names.split(';').map((name) => `${name}:${headers[name]}`);
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const canonical = [method, path, '', ...lines, '', names, sha256(body)].join('\n');
  const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest();
  const signing = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${SIGNING.secretAccessKey}`);
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  expect(hmac(signing, text).toString('hex')).toBe(signature);
});

test('an answer that nobody asked for is not the next one', async () => {
  const answer = (body: string) =>
    `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nconnection: keep-alive\r\n\r\n${body}`;
  const sockets = new Set<Socket>();
  const raw = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(answer('{"asked":true}')));
  });
  raw.listen(0, '127.0.0.1');
  await once(raw, 'listening');
  const endpoint = `http://127.0.0.1:${(raw.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const dynamo = createDynamo({ region: 'eu-west-1', endpoint, credentials });
  try {
    expect(await dynamo.call('GetItem', {})).toEqual({ asked: true });
    const [first] = sockets;
    first?.write(answer('{"asked":false}'));
    await once(first as Socket, 'close');
    expect(await dynamo.call('GetItem', {})).toEqual({ asked: true });
  } finally {
    for (const socket of sockets) socket.destroy();
    raw.close();
  }
});
