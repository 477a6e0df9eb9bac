// Three ways to call the same logic: directly, our app and adapter, and Hono.
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Hono, type Context as HonoCall } from 'hono';
import { handle } from 'hono/aws-lambda';
import { routePath } from 'hono/route';
import { createHandler } from '../../service/adapter.ts';
import { createApp } from '../../service/app.ts';
import { gatewayOf } from '../../service/lambda/request.ts';
import { answer, type Call, idempotency, KEY_ID, keys, type Operation, store } from './pets.ts';

/** Handles an event; resolves to at least the status. */
export type Variant = (
  event: APIGatewayProxyEventV2,
  operation: Operation,
) => Promise<{ statusCode?: number }>;

const context = { getRemainingTimeInMillis: () => 10_000 };
/** No variant writes its log lines. */
const log = (_line: string) => undefined;

/** The logic alone, with the request already read. */
export const direct: Variant = async (event, operation) => {
  const { status } = await answer(operation, callOf(event));
  return { statusCode: status };
};

function callOf({ headers, queryStringParameters, body, rawPath }: APIGatewayProxyEventV2): Call {
  return {
    authorization: headers.authorization ?? '',
    query: queryStringParameters ?? {},
    body: body ?? '',
    petId: rawPath.slice('/v1/pets/'.length),
  };
}

const app = createApp({ store, keys, idempotency, log, clock: Date.now, gatewayOf });
const ours = createHandler(app, () => {
  throw new Error('the app gave up');
});

interface Bindings {
  readonly event: APIGatewayProxyEventV2;
}

/** The same logic, the same log line and the same x-request-id, as Hono does it. */
function honoApp(): Hono<{ Bindings: Bindings }> {
  const hono = new Hono<{ Bindings: Bindings }>();
  hono.use(async (c, next) => {
    const started = Date.now();
    const { requestId } = c.env.event.requestContext;
    await next();
    c.header('x-request-id', requestId);
    c.header('x-content-type-options', 'nosniff');
    c.header('cache-control', 'no-store');
    const { method, path } = c.req;
    const { status } = c.res;
    const now = Date.now();
    // As the service writes it.
    const line = {
      timestamp: new Date(now).toISOString(),
      level: status >= 500 ? 'ERROR' : 'INFO',
      message: `${method} ${path} ${status}`,
      ...{ requestId, operation: `${method} ${routePath(c, -1)}`, method, path, status },
      ...{ durationMs: now - started, version: undefined, keyId: KEY_ID, aborted: undefined },
    };
    log(JSON.stringify(line));
  });
  const route = (operation: Operation) => async (c: HonoContext) => {
    const { status, headers, body } = await answer(operation, {
      authorization: c.req.header('authorization') ?? '',
      query: c.req.query(),
      body: operation.startsWith('create') ? await c.req.text() : '',
      petId: c.req.param('petId') ?? '',
    });
    return c.body(body, status as 200, headers);
  };
  hono.get('/v1/pets', route('listPets'));
  hono.post('/v1/pets', route('createPet'));
  hono.get('/v1/pets/:petId', route('getPet'));
  return hono;
}

type HonoContext = HonoCall<{ Bindings: Bindings }>;

const hono = handle(honoApp());

export const VARIANTS = {
  direct,
  ours: (event) => ours(event, context),
  hono: (event) => hono(event as never) as Promise<{ statusCode?: number }>,
} as const satisfies Record<string, Variant>;

export type VariantName = keyof typeof VARIANTS;
