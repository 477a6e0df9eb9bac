// A proxy before DynamoDB that notes each call, and can lose an answer after the call has been done.
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDynamo, type Dynamo } from '../../service/dynamo/client.ts';

export interface NotedCall {
  readonly operation: string;
  readonly input: {
    readonly TableName: string;
    readonly IndexName?: string;
    readonly ConsistentRead?: boolean;
    readonly Item?: Readonly<Record<string, { readonly S?: string; readonly N?: string }>>;
  };
}

export interface DynamoProxy {
  readonly dynamo: Dynamo;
  readonly calls: NotedCall[];
  /** The answers of as many calls that come next are lost: the connection breaks in their place. */
  loseAnswers(count: number): void;
  close(): Promise<void>;
}

async function readAll(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk;
  return text;
}

export async function openProxy(endpoint: string): Promise<DynamoProxy> {
  const calls: NotedCall[] = [];
  let losing = 0;
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    calls.push({ operation, input: JSON.parse(body) as NotedCall['input'] });
    const onward = httpRequest(endpoint, { method: 'POST', headers: request.headers });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const text = await readAll(answer);
    if (losing > 0) {
      losing -= 1;
      request.socket.destroy();
    } else response.writeHead(answer.statusCode ?? 500, answer.headers).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return {
    dynamo: createDynamo({ region: 'eu-west-1', credentials, endpoint: `http://127.0.0.1:${port}` }),
    calls,
    loseAnswers(count) {
      losing = count;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
