// The routes of the page. Whatever changes something is a POST; every request passes the same checks first.
import { inspect } from 'node:util';
import { type ErrorHandler, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { ProblemsError } from '../../../../infra/config/problem.ts';
import { UsageError } from '../../../usage-error.ts';
import type { Io } from '../../io.ts';
import { UnknownStateError } from '../../unknown-state-error.ts';
import { events } from '../live/events.ts';
import { type Stacks, Watch } from '../live/watch.ts';
import { errorPage } from '../pages/layout.ts';
import { overviewPage } from '../pages/overview.ts';
import type { PageAddress } from './address.ts';
import { asset } from './assets.ts';
import { editRoutes } from './edit-routes.ts';
import { hostRoutes } from './host-routes.ts';
import { pageHeaders, requireOwnOrigin, requireSession } from './session.ts';

/** A form with one host is far below this. */
const MAX_BODY_BYTES = 16 * 1024;

export function createApp(address: PageAddress, stacks: Stacks, io: Io): Hono {
  const watch = new Watch(stacks, io);
  const app = new Hono();
  app.use(pageHeaders(), requireOwnOrigin(address), requireSession(address));
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES }));
  app.get('/', (c) => c.html(overviewPage(watch.views(), watch.version)));
  app.get('/events', events(watch));
  app.get('/assets/:name', asset);
  hostRoutes(app, stacks, watch);
  editRoutes(app, stacks, watch);
  app.notFound((c) => c.html(NOT_FOUND, 404));
  app.onError(answerError);
  return app;
}

const NOT_FOUND = errorPage('Not found', 'There is no such page, stack or host here.');

/** What a user can put right is refused; anything else is a fault of ours. */
const answerError: ErrorHandler = (error, c) => {
  if (error instanceof HTTPException) return c.html(errorPage('Refused', error.message), error.status);
  const isOfUser = [UsageError, ProblemsError, UnknownStateError].some((type) => error instanceof type);
  if (!isOfUser) return c.html(errorPage('An error', inspect(error)), 500);
  const isRead = error instanceof ProblemsError && c.req.method === 'GET';
  return c.html(errorPage('Not possible', isRead ? error.whenRead : error.message), 422);
};
