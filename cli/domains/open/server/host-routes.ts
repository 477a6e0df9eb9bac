// One host: its page, and Verify.
import { normaliseHost } from '@petstore/custom-domains/names';
import type { Hono, Context as Request } from 'hono';
import { deployCommand } from '../../../../infra/hosts/external-host.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import { UsageError } from '../../../usage-error.ts';
import { git } from '../../git.ts';
import { UnknownStateError } from '../../unknown-state-error.ts';
import { verifyHost } from '../../verify/verify.ts';
import type { HostView, StackView } from '../live/stack-view.ts';
import type { Stacks, Watch } from '../live/watch.ts';
import { hostPage, type Verified } from '../pages/host.ts';
import { hostPath } from '../pages/host-facts.ts';
import { pullRequestPath } from '../pages/pull-request.ts';

/** Results are kept of so many hosts: of those whose button was pressed last. */
const MAX_RESULTS = 200;

export function hostRoutes(app: Hono, stacks: Stacks, watch: Watch): void {
  const results = new Map<string, Verified>();
  const declaredOn = declaredDays(stacks.folder);
  app.get('/stacks/:stack/hosts/:host', async (c) => {
    const found = findHost(c, watch);
    if (found === undefined) return c.notFound();
    const { stack, host } = found;
    const day = await declaredOn(stack.stack, host.plan.host);
    const verified = results.get(pathOf(found));
    return c.html(hostPage(stack, host, { version: watch.version, day, verified }));
  });
  app.post('/stacks/:stack/hosts/:host/verify', async (c) => {
    const found = findHost(c, watch);
    if (found === undefined) return c.notFound();
    const path = pathOf(found);
    results.delete(path);
    results.set(path, await verify(found, stacks));
    for (const oldest of [...results.keys()].slice(0, -MAX_RESULTS)) results.delete(oldest);
    await watch.readNow(found.stack.stack);
    return c.redirect(path, 303);
  });
}

interface FoundHost {
  readonly stack: StackView;
  readonly host: HostView;
}

/** The declared host that the address names. */
export function findHost(c: Request, watch: Watch): FoundHost | undefined {
  const name = normaliseHost(c.req.param('host') ?? '');
  const stack = watch.views().find((view) => view.stack === c.req.param('stack'));
  const host = stack?.hosts.find(({ plan }) => name.ok && plan.host === name.host);
  return stack === undefined || host === undefined ? undefined : { stack, host };
}

const pathOf = ({ stack, host }: FoundHost): string => hostPath(stack.stack, host.plan.host);

/** An external host as `domains verify` does it; of any other, DNS is read again, which the page then shows. */
async function verify({ stack: { stack }, host: { plan } }: FoundHost, stacks: Stacks): Promise<Verified> {
  const context = stacks.open(stack);
  const at = context.io.now();
  if (plan.zone.provider !== 'external') return { at, text: 'DNS was read again.', open: [] };
  try {
    const { open, later, isNew, text } = await verifyHost(plan.host, context);
    const isRequested = isNew && stack !== LOCAL_STACK;
    const pullRequest = isRequested ? pullRequestPath(stack, 'verify', plan.host) : undefined;
    const file = `Pulumi.${stack}.yaml`;
    const added = `It was added to petstore:verified in ${file}. Then ${deployCommand(stack)} attaches it.`;
    const kept = open.length > 0 ? `${file} was not changed.` : 'It is in petstore:verified already.';
    const lines = [`${plan.host} ${text}.`, isNew ? added : kept];
    return { at, text: lines.join('\n'), open: [...open, ...later], pullRequest };
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof UnknownStateError)) throw error;
    return { at, text: error.message, open: [] };
  }
}

/** More hosts than a stack has; beyond that, the oldest look-ups are forgotten. */
const MAX_KNOWN = 1_000;

/** `2026-11-18`; undefined where the name is in no commit, or the folder in no checkout. Each host is looked up once. */
export function declaredDays(folder: string): (stack: string, host: string) => Promise<string | undefined> {
  const known = new Map<string, string>();
  return async (stack, host) => {
    const key = `${stack}/${host}`;
    const day = known.get(key) ?? (await lookUp(folder, stack, host));
    // A host that is not committed yet will be.
    if (day !== undefined) known.set(key, day);
    for (const oldest of [...known.keys()].slice(0, -MAX_KNOWN)) known.delete(oldest);
    return day;
  };
}

/** The newest commit that changed how often the name is in the file. */
async function lookUp(folder: string, stack: string, host: string): Promise<string | undefined> {
  const args = ['log', '--format=%cs', '--max-count=1', `-S${host}`, '--', `Pulumi.${stack}.yaml`];
  const days = await git(folder, args).catch(() => undefined);
  return days?.trim() || undefined;
}
