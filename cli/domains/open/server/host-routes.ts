// One host: its page, and Verify.
import { normaliseHost } from '@petstore/custom-domains/names';
import type { Hono, Context as Request } from 'hono';
import { deployCommand } from '../../../../infra/hosts/external-host.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import { messageOf } from '../../errors.ts';
import { verifyHost } from '../../verify/verify.ts';
import type { Stacks } from '../live/stacks.ts';
import { type FoundHost, hostPage, type Verified } from '../pages/host.ts';
import { hostPath } from '../pages/host-facts.ts';
import { pullRequestPath } from '../pages/pull-request.ts';

export function hostRoutes(app: Hono, stacks: Stacks): void {
  /** Of the button that was pressed last. */
  let last: { readonly path: string; readonly verified: Verified } | undefined;
  app.get('/stacks/:stack/hosts/:host', (c) => {
    const found = findHost(c, stacks);
    if (found === undefined) return c.notFound();
    return c.html(hostPage(found, last?.path === pathOf(found) ? last.verified : undefined));
  });
  app.post('/stacks/:stack/hosts/:host/verify', async (c) => {
    const found = findHost(c, stacks);
    if (found === undefined) return c.notFound();
    const path = pathOf(found);
    last = { path, verified: await verify(found, stacks) };
    await stacks.readNow(found.stack.stack);
    return c.redirect(path, 303);
  });
}

/** The declared host that the address names. */
export function findHost(c: Request, stacks: Stacks): FoundHost | undefined {
  const name = normaliseHost(c.req.param('host') ?? '');
  const stack = stacks.views().find((view) => view.stack === c.req.param('stack'));
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
    const text = messageOf(error, false);
    if (text === undefined) throw error;
    return { at, text, open: [] };
  }
}
