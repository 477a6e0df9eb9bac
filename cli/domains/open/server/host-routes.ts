// The page of a host, and what its button "Verify" finds.
import { normaliseHost } from '@petstore/custom-domains/names';
import { exitStatus, verdictOf } from '@petstore/custom-domains/preflight';
import type { Hono, Context as Request } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { LOCAL_STACK } from '../../../stack-names.ts';
import type { Context } from '../../context.ts';
import { capital } from '../../formats/text.ts';
import { explained, messageOf } from '../../io.ts';
import { loadPlan } from '../../stack.ts';
import { verifyHost } from '../../verify/verify.ts';
import type { HostView, Stacks } from '../live/stacks.ts';
import { hostPath, stateOf, urgencyOf } from '../pages/components.ts';
import { pullRequestPath } from '../pages/edits.ts';
import { hostPage, type Verified } from '../pages/host.ts';

export const HOST = '/stacks/:stack/hosts/:host';

export function hostRoutes(app: Hono, stacks: Stacks): void {
  /** Of the button that was pressed last. */
  let last: { readonly path: string; readonly verified: Verified; readonly seen: string } | undefined;
  app.get(HOST, (c) => {
    const { view, host } = findHost(c, stacks);
    const verified = last?.path === c.req.path ? last.verified : undefined;
    return c.html(hostPage(view, host, verified && { ...verified, isPast: last?.seen !== seenOf(host) }));
  });
  app.post(`${HOST}/verify`, async (c) => {
    const { plan, context } = findHost(c, stacks);
    const path = hostPath(context.stack, plan.host);
    const at = context.io.now();
    const verified = plan.zone.provider === 'external' ? await verify(plan.host, context) : undefined;
    await stacks.readNow(context.stack);
    const { host } = findHost(c, stacks);
    last = { path, verified: { at, ...(verified ?? readAgain(host)) }, seen: seenOf(host) };
    return c.redirect(path, 303);
  });
}

/** The declared host that the address names. Throws HTTPException 404, and ProblemsError where the stack's file has problems. */
export function findHost(c: Request, stacks: Stacks) {
  const name = normaliseHost(c.req.param('host') ?? '');
  const view = stacks.views().find(({ stack }) => stack === c.req.param('stack'));
  if (view === undefined) throw new HTTPException(404);
  const context = stacks.open(view.stack);
  const stack = view.plan ?? loadPlan(context.folder, view.stack);
  const host = view.hosts.find(({ plan }) => name.ok && plan.host === name.host);
  if (host === undefined) throw new HTTPException(404);
  return { view, host, stack, plan: host.plan, context };
}

/** Another value than at the press: what was found then is no longer so. */
function seenOf(view: HostView): string {
  const codes = view.status?.findings.map(({ code, severity }) => `${severity} ${code}`) ?? [];
  return [stateOf(view), ...codes].join();
}

type Found = Omit<Verified, 'at' | 'isPast'>;

/** Of a host in a declared zone, DNS is read again, which the page then shows. */
function readAgain(view: HostView): Found {
  if (view.status === undefined)
    return { text: 'DNS was not read: a note above says why.', open: [], verdict: 'unknown' };
  const isRead = exitStatus(view.status.findings) !== 3;
  const text = isRead ? 'DNS was read again.' : 'Not all of DNS could be read: see below.';
  return { text, open: [], verdict: (['blocked', 'warning'] as const)[urgencyOf(view)] ?? 'ok' };
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
