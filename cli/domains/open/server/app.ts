// The routes of the pages, and what the button "Verify" finds; every request passes the same checks first.
import { verdictOf } from '@petstore/custom-domains/preflight';
import { type ErrorHandler, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { getMimeType } from 'hono/utils/mime';
import { LOCAL_STACK } from '../../../stack-names.ts';
import type { Context } from '../../context.ts';
import { capital } from '../../formats/text.ts';
import { explained, messageOf, noteOf } from '../../io.ts';
import { verifyHost } from '../../verify/verify.ts';
import type { HostView, Stacks } from '../live/stacks.ts';
import { hostPath, stateOf, troubleOf } from '../pages/components.ts';
import { pullRequestPath } from '../pages/edits.ts';
import { hostPage, type Verified } from '../pages/host.ts';
import { assetText, errorPage } from '../pages/layout.ts';
import { overviewPage, redirectsPage } from '../pages/overview.ts';
import { editRoutes, findHost, HOST } from './edit-routes.ts';
import { checks, type PageAddress } from './session.ts';

export function createApp(address: PageAddress, stacks: Stacks): Hono {
  const app = new Hono();
  app.use(...checks(address));
  app.get('/', (c) => c.html(overviewPage(stacks.views())));
  app.get('/redirects', (c) => c.html(redirectsPage(stacks.views())));
  app.get('/assets/:name', (c) => {
    const name = c.req.param('name');
    const text = assetText(name);
    return text === undefined ? c.notFound() : c.body(text, 200, { 'Content-Type': getMimeType(name) ?? '' });
  });
  hostRoutes(app, stacks);
  editRoutes(app, stacks);
  app.notFound((c) => c.html(NOT_FOUND, 404));
  app.onError(answerError);
  return app;
}

const NOT_FOUND = errorPage('Not found', 'There is no such page, stack or host here.');

/** What a user can put right is refused; anything else is a fault of ours. */
const answerError: ErrorHandler = (error, c) => {
  if (error instanceof HTTPException && error.status === 404) return c.html(NOT_FOUND, 404);
  if (error instanceof HTTPException) return c.html(errorPage('Refused', error.message), error.status);
  const isOurs = messageOf(error) === undefined;
  return c.html(errorPage(isOurs ? 'An error' : 'Not possible', noteOf(error)), isOurs ? 500 : 422);
};

function hostRoutes(app: Hono, stacks: Stacks): void {
  /** What the last press of the button has found, at which page, and what the host was then. */
  let last: { readonly path: string; readonly seen: string; readonly verified: Verified } | undefined;
  app.get(HOST, (c) => {
    const { view, host } = findHost(c, stacks);
    const isSame = last?.path === c.req.path && last.seen === seenOf(host);
    return c.html(hostPage(view, host, isSame ? last?.verified : undefined));
  });
  app.post(`${HOST}/verify`, async (c) => {
    const { plan, context } = findHost(c, stacks);
    const path = hostPath(context.stack, plan.host);
    const at = context.io.now();
    const found = plan.zone.provider === 'external' ? await verify(plan.host, context) : undefined;
    await stacks.readNow(context.stack);
    const { host } = findHost(c, stacks);
    last = { path, seen: seenOf(host), verified: { at, ...(found ?? readAgain(host)) } };
    return c.redirect(path, 303);
  });
}

type Found = Omit<Verified, 'at'>;

/** Another value than at the press: what was found then is no longer so. */
function seenOf(view: HostView): string {
  const codes = view.status?.findings.map(({ code, severity }) => `${severity} ${code}`) ?? [];
  return [stateOf(view), ...codes].join();
}

/** Of a host in a declared zone, DNS is read again, which the page then shows. */
function readAgain(view: HostView): Found {
  const verdict = view.status === undefined ? 'unknown' : verdictOf(view.status.findings);
  const text =
    verdict === 'unknown' ? 'Not all of DNS could be read: this page says why.' : 'DNS was read again.';
  return { text, open: [], verdict: troubleOf(view)?.isUrgent ? 'blocked' : verdict };
}

/** An external host, as `domains verify` does it. */
async function verify(host: string, context: Context): Promise<Found> {
  const { stack } = context;
  try {
    const { open, later, isNew, text, outcome } = await verifyHost(host, context);
    const found = [...open, ...later];
    const verdict = verdictOf(found);
    return {
      text: `${host} ${text}.\n${capital(outcome)}.`,
      open: found,
      verdict: verdict === 'ok' && found.length > 0 ? 'warning' : verdict,
      pullRequest: isNew && stack !== LOCAL_STACK ? pullRequestPath(stack, 'verify', host) : undefined,
    };
  } catch (error) {
    if (messageOf(error) === undefined) throw error;
    return { text: explained(error), open: [], verdict: 'unknown' };
  }
}
