// "Add domain", "Remove" and the redirects: each shows the change first, and writes exactly what it showed.
import type { Hono, Context as Request } from 'hono';
import { addHost } from '../../../../infra/config/edit/edit.ts';
import { UsageError } from '../../../usage-error.ts';
import type { Context } from '../../context.ts';
import { readOutputs } from '../../deployed-hosts.ts';
import { removalTerms } from '../../remove/never-deployed.ts';
import { removal } from '../../remove/remove.ts';
import { removedTargets } from '../../targets.ts';
import { type AddForm, addForm, newHost } from '../edits/form.ts';
import { previewEdit, previewFindings, writeEdit } from '../edits/preview.ts';
import { pullRequest, pullRequestPath } from '../edits/pull-request.ts';
import type { Watch } from '../live/watch.ts';
import { type AddPreview, addPage } from '../pages/add.ts';
import { hostPath } from '../pages/host-facts.ts';
import { pullRequestPage } from '../pages/pull-request.ts';
import { redirectsPage } from '../pages/redirects.ts';
import { removePage } from '../pages/remove.ts';
import { type FoundHost, findHost } from './host-routes.ts';
import type { Stacks } from './stacks.ts';

export function editRoutes(app: Hono, stacks: Stacks, watch: Watch): void {
  app.get('/redirects', (c) => c.html(redirectsPage(watch.views(), watch.version)));
  addRoutes(app, stacks, watch);
  removeRoutes(app, stacks, watch);
  app.get('/stacks/:stack/pull-request', async (c) => {
    const stack = c.req.param('stack');
    if (!stacks.names().includes(stack)) return c.notFound();
    const { verb, host } = c.req.query();
    const request = await pullRequest(stacks.open(stack), verb, host);
    return request === undefined ? c.notFound() : c.html(pullRequestPage(stack, request));
  });
}

function addRoutes(app: Hono, stacks: Stacks, watch: Watch): void {
  const show = (form: AddForm, preview?: AddPreview) => {
    const names = stacks.names();
    const stack = names.includes(form.stack) ? form.stack : (names[0] ?? '');
    const view = watch.views().find((one) => one.stack === stack);
    const targets = (view?.hosts ?? [])
      .filter(({ plan }) => plan.role !== 'redirect')
      .map(({ plan }) => plan.host);
    return addPage({ form: { ...form, stack }, stacks: names, targets, preview });
  };
  app.get('/add', (c) => c.html(show(addForm(c.req.query()))));
  app.post('/add/check', async (c) => {
    const form = addForm(await c.req.parseBody());
    if (!stacks.names().includes(form.stack)) return c.notFound();
    if (form.host === '') return c.html(show(form));
    // The next letter ends the reading for the one before.
    const context = stacks.open(form.stack, c.req.raw.signal);
    return c.html(show(form, await previewAdd(form, context, watch)));
  });
  app.post('/add', async (c) => {
    const form = addForm(await c.req.parseBody());
    if (!stacks.names().includes(form.stack)) return c.notFound();
    const context = stacks.open(form.stack);
    await writeEdit(context, form.base, (file) => addHost(file, newHost(form)));
    return c.redirect(afterEdit(form.stack, 'add', form.host, hostPath(form.stack, form.host)), 303);
  });
}

async function previewAdd(form: AddForm, context: Context, watch: Watch): Promise<AddPreview> {
  const preview = previewEdit(context, (file) => addHost(file, newHost(form)));
  const views = watch.views().find(({ stack }) => stack === form.stack);
  const was = views?.hosts.find(({ plan }) => plan.host === form.host)?.plan;
  try {
    return { ...preview, findings: await previewFindings(context, preview, { host: form.host, was }) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { ...preview, findings: [], unread: error.message };
  }
}

function removeRoutes(app: Hono, stacks: Stacks, watch: Watch): void {
  const path = '/stacks/:stack/hosts/:host/remove';
  const show = async (c: Request, { stack, host }: FoundHost, isMistyped = false) => {
    const { plan } = stack;
    if (plan === undefined) return c.notFound();
    const context = stacks.open(stack.stack);
    const deployed = readOutputs({ ...context, file: context.outputsFile });
    const terms = removalTerms(host.plan.host, plan, deployed);
    const preview = previewEdit(context, (file) => removal(file, host.plan.host, terms));
    const leading = await removedTargets([host.plan.host], plan, deployed, context).catch(noTargets);
    const findings = leading.get(host.plan.host) ?? [];
    return c.html(
      removePage({ plan: host.plan, stack: plan, preview, findings, terms, isMistyped }),
      isMistyped ? 422 : 200,
    );
  };
  app.get(path, (c) => {
    const found = findHost(c, watch);
    return found === undefined ? c.notFound() : show(c, found);
  });
  app.post(path, async (c) => {
    const found = findHost(c, watch);
    const plan = found?.stack.plan;
    if (found === undefined || plan === undefined) return c.notFound();
    const { confirm, base } = await c.req.parseBody();
    const { host } = found.host.plan;
    const context = stacks.open(plan.stack);
    const deployed = readOutputs({ ...context, file: context.outputsFile });
    const terms = removalTerms(host, plan, deployed);
    if (terms.isListed && String(confirm).trim() !== host) return show(c, found, true);
    await writeEdit(context, String(base), (file) => removal(file, host, terms));
    return c.redirect(afterEdit(plan.stack, 'remove', host, '/'), 303);
  });
}

/** Where DNS cannot be read, as without the local cloud, nothing is found of the record. */
function noTargets(error: unknown): Awaited<ReturnType<typeof removedTargets>> {
  if (error instanceof UsageError) return new Map();
  throw error;
}

/** The local stack is deployed from its file at once; any other by a pull request. */
function afterEdit(stack: string, verb: 'add' | 'remove', host: string, localPath: string): string {
  return stack === 'local' ? localPath : pullRequestPath(stack, verb, host);
}
