// Peer: Hono with its own Lambda adapter, and the AWS SDK.
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { isKeyGood, readPage } from './pets.ts';
import { reads } from './sdk.ts';

const app = new Hono();

app.get('/v1/pets', async (context) => {
  if (!(await isKeyGood(reads, context.req.header('authorization'))))
    return context.json({ code: 'unauthorized' }, 401);
  return context.json(await readPage(reads, Number(context.req.query('limit') ?? 20)));
});

export const handler = handle(app);
