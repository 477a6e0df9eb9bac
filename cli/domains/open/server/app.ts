// The routes of the page. Whatever changes something is a POST; every request passes the same checks first.
import { inspect } from 'node:util';
import { type ErrorHandler, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { messageOf } from '../../errors.ts';
import type { Stacks } from '../live/stacks.ts';
import { errorPage } from '../pages/layout.ts';
import { overviewPage, redirectsPage } from '../pages/overview.ts';
import type { PageAddress } from './address.ts';
import { asset } from './assets.ts';
import { editRoutes } from './edit-routes.ts';
import { hostRoutes } from './host-routes.ts';
import { pageHeaders, requireOwnOrigin, requireSession } from './session.ts';

/** A form with one host is far below this. */
const MAX_BODY_BYTES = 16 * 1024;

export function createApp(address: PageAddress, stacks: Stacks): Hono {
  const app = new Hono();
  app.use(pageHeaders(), requireOwnOrigin(address), requireSession(address));
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES }));
  app.get('/', (c) => c.html(overviewPage(stacks.views())));
  app.get('/redirects', (c) => c.html(redirectsPage(stacks.views())));
  app.get('/assets/:name', asset);
  hostRoutes(app, stacks);
  editRoutes(app, stacks);
  app.notFound((c) => c.html(NOT_FOUND, 404));
  app.onError(answerError);
  return app;
}

const NOT_FOUND = errorPage('Not found', 'There is no such page, stack or host here.');

/** What a user can put right is refused; anything else is a fault of ours. */
const answerError: ErrorHandler = (error, c) => {
  if (error instanceof HTTPException) return c.html(errorPage('Refused', error.message), error.status);
  const message = messageOf(error, c.req.method === 'GET');
  if (message === undefined) return c.html(errorPage('An error', inspect(error)), 500);
  return c.html(errorPage('Not possible', message), 422);
};
