// The routes of the page; every request passes the same checks first.
import { type ErrorHandler, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { messageOf, noteOf } from '../../io.ts';
import type { Stacks } from '../live/stacks.ts';
import { errorPage } from '../pages/layout.ts';
import { overviewPage, redirectsPage } from '../pages/overview.ts';
import { asset } from './assets.ts';
import { editRoutes } from './edit-routes.ts';
import { HOST, hostRoutes } from './host-routes.ts';
import { checks, type PageAddress } from './session.ts';

export function createApp(address: PageAddress, stacks: Stacks): Hono {
  const app = new Hono();
  app.use(...checks(address));
  app.get('/', (c) => c.html(overviewPage(stacks.views())));
  app.get('/redirects', (c) => c.html(redirectsPage(stacks.views())));
  app.get('/assets/:name', asset);
  hostRoutes(app, stacks);
  editRoutes(app, stacks);
  // The address of a form that was sent, opened again: the page with the form.
  app.on('GET', ['/add/check', `${HOST}/verify`], (c) => c.redirect(c.req.path.replace(/\/\w+$/, '')));
  app.notFound((c) => c.html(NOT_FOUND, 404));
  app.onError(answerError);
  return app;
}

const NOT_FOUND = errorPage('Not found', 'There is no such page, stack or host here.');

/** What a user can put right is refused; anything else is a fault of ours. */
const answerError: ErrorHandler = (error, c) => {
  if (error instanceof HTTPException)
    return error.status === 404
      ? c.html(NOT_FOUND, 404)
      : c.html(errorPage('Refused', error.message), error.status);
  const isOurs = messageOf(error) === undefined;
  return c.html(errorPage(isOurs ? 'An error' : 'Not possible', noteOf(error)), isOurs ? 500 : 422);
};
