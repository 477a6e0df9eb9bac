// "Add domain", "Remove" and the redirects: each shows the change first, and writes exactly what it showed.
import type { Hono, Context as Request } from 'hono';
import { addHost } from '../../../../infra/config/edit/edit.ts';
import type { HostPlan } from '../../../../infra/plan/types.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import { UsageError } from '../../../usage-error.ts';
import type { Context } from '../../context.ts';
import { readOutputs } from '../../deployed-hosts.ts';
import { removal, removalTerms } from '../../edits.ts';
import { removalFacts } from '../../removed-hosts.ts';
import { previewEdit, previewFindings, writeEdit } from '../edits/preview.ts';
import type { Stacks } from '../live/stacks.ts';
import { type AddForm, type AddPreview, addForm, addPage, newHost } from '../pages/add.ts';
import { hostPath } from '../pages/host-facts.ts';
import { pullRequest, pullRequestPage, pullRequestPath } from '../pages/pull-request.ts';
import { removePage } from '../pages/remove.ts';
import { findHost } from './host-routes.ts';

export function editRoutes(app: Hono, stacks: Stacks): void {
  addRoutes(app, stacks);
  removeRoutes(app, stacks);
  app.get('/stacks/:stack/pull-request', async (c) => {
    const stack = c.req.param('stack');
    if (!stacks.names().includes(stack)) return c.notFound();
    const { verb, host } = c.req.query();
    const request = await pullRequest(stacks.open(stack), verb, host);
    return request === undefined ? c.notFound() : c.html(pullRequestPage(stack, request));
  });
}

function addRoutes(app: Hono, stacks: Stacks): void {
  const declaredIn = (stack: string): readonly HostPlan[] =>
    stacks.views().find((view) => view.stack === stack)?.plan?.hosts ?? [];
  const show = (form: AddForm, preview?: AddPreview) => {
    const names = stacks.names();
    const stack = names.includes(form.stack) ? form.stack : (names[0] ?? '');
    const targets = declaredIn(stack).filter(({ role }) => role !== 'redirect');
    return addPage({ form: { ...form, stack }, stacks: names, targets, preview });
  };
  app.get('/add', (c) => c.html(show(addForm(c.req.query()))));
  app.post('/add/check', async (c) => {
    const form = addForm(await c.req.parseBody());
    if (!stacks.names().includes(form.stack)) return c.notFound();
    if (form.host === '') return c.html(show(form));
    // The next letter ends the reading for the one before.
    const context = stacks.open(form.stack, c.req.raw.signal);
    const was = declaredIn(form.stack).find(({ host }) => host === form.host);
    return c.html(show(form, await previewAdd(form, context, was)));
  });
  app.post('/add', async (c) => {
    const form = addForm(await c.req.parseBody());
    if (!stacks.names().includes(form.stack)) return c.notFound();
    await writeEdit(stacks.open(form.stack), form.base, (file) => addHost(file, newHost(form)));
    return c.redirect(afterEdit(form.stack, 'add', form.host, hostPath(form.stack, form.host)), 303);
  });
}

async function previewAdd(form: AddForm, context: Context, was: HostPlan | undefined): Promise<AddPreview> {
  const preview = previewEdit(context, (file) => addHost(file, newHost(form)));
  try {
    return { ...preview, findings: await previewFindings(context, preview, form.host, was) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { ...preview, findings: [], unread: error.message };
  }
}

function removeRoutes(app: Hono, stacks: Stacks): void {
  const path = '/stacks/:stack/hosts/:host/remove';
  app.get(path, async (c) => {
    const opened = await openRemoval(c, stacks);
    return opened === undefined ? c.notFound() : c.html(await showRemoval(opened));
  });
  app.post(path, async (c) => {
    const opened = await openRemoval(c, stacks);
    if (opened === undefined) return c.notFound();
    const { context, terms, plan } = opened;
    const { confirm, base } = await c.req.parseBody();
    if (terms.isListed && String(confirm).trim() !== plan.host)
      return c.html(await showRemoval(opened, true), 422);
    await writeEdit(context, String(base), (file) => removal(file, plan.host, terms));
    return c.redirect(afterEdit(context.stack, 'remove', plan.host, '/'), 303);
  });
}

/** The declared host that the address names, and what its removal needs. */
async function openRemoval(c: Request, stacks: Stacks) {
  const found = findHost(c, stacks);
  const stack = found?.stack.plan;
  if (found === undefined || stack === undefined) return undefined;
  const { plan } = found.host;
  const context = stacks.open(stack.stack);
  const deployed = readOutputs(context);
  const terms = removalTerms(plan.host, stack, deployed);
  return { stack, plan, context, deployed, terms };
}

type OpenRemoval = NonNullable<Awaited<ReturnType<typeof openRemoval>>>;

async function showRemoval(opened: OpenRemoval, isMistyped = false): Promise<string> {
  const { stack, plan, context, deployed, terms } = opened;
  const { host } = plan;
  const preview = previewEdit(context, (file) => removal(file, host, terms));
  const { findings } = (await removalFacts([host], stack, deployed, context))(host);
  return removePage({ plan, stack, preview, terms, findings, isMistyped });
}

/** The local stack is deployed from its file at once; any other by a pull request. */
function afterEdit(stack: string, verb: 'add' | 'remove', host: string, localPath: string): string {
  return stack === LOCAL_STACK ? localPath : pullRequestPath(stack, verb, host);
}
