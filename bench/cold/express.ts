// Peer: Express behind serverless-http, with the AWS SDK: what most teams would write.
import express from 'express';
import serverless from 'serverless-http';
import { isKeyGood, readPage } from './pets.ts';
import { reads } from './sdk.ts';

const app = express();
app.use(express.json());

app.get('/v1/pets', async (request, response) => {
  if (!(await isKeyGood(reads, request.headers.authorization))) {
    response.status(401).json({ code: 'unauthorized' });
    return;
  }
  response.json(await readPage(reads, Number(request.query.limit ?? 20)));
});

export const handler = serverless(app);
