// The routes of the page. Whatever changes something is a POST; every request passes the same checks first.
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Io } from '../../io.ts';
import { events } from '../live/events.ts';
import { Watch } from '../live/watch.ts';
import { errorPage } from '../pages/error.ts';
import { overviewPage } from '../pages/overview.ts';
import type { PageAddress } from './address.ts';
import { asset } from './assets.ts';
import { editRoutes } from './edit-routes.ts';
import { answerError } from './failures.ts';
import { pageHeaders } from './headers.ts';
import { hostRoutes } from './host-routes.ts';
import { requireOwnOrigin, requireSession } from './session.ts';
import type { Stacks } from './stacks.ts';

/** A form with one host: far below this. */
const MAX_BODY_BYTES = 16 * 1024;

/** `io`: its clock, and the signal that ends all streams. */
export function createApp(address: PageAddress, stacks: Stacks, { signal }: Pick<Io, 'signal'>): Hono {
  const watch = new Watch({ stacks: stacks.names, open: stacks.open, signal });
  const app = new Hono();
  app.use(pageHeaders(), requireOwnOrigin(address), requireSession(address));
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES }));
  app.get('/', (c) => c.html(overviewPage(watch.views(), watch.version)));
  app.get('/events', events(watch, signal));
  app.get('/assets/:name', asset);
  hostRoutes(app, stacks, watch);
  editRoutes(app, stacks, watch);
  app.notFound((c) => c.html(errorPage(NOT_FOUND), 404));
  app.onError(answerError);
  return app;
}

const NOT_FOUND = { title: 'Not found', what: 'There is no such page, stack or host here.' };
