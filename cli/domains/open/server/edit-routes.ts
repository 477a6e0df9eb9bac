// The routes of changes. Whatever changes something is a POST, and writes what the page showed before.
import { normaliseHost } from '@petstore/custom-domains/names';
import type { Hono, Context as Request } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { addHost, setPrimary } from '../../../../infra/config/edit/edit.ts';
import type { Deployed } from '../../../../infra/hosts/host-output.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import type { Context } from '../../context.ts';
import { removal, removalTerms, servingHost } from '../../edits.ts';
import { readOutputs } from '../../outputs.ts';
import { editCommands, VERBS } from '../../pull-request.ts';
import { removalFacts } from '../../removed.ts';
import { type Change, type HostPreview, previewEdit, previewHosts, writeEdit } from '../edits/preview.ts';
import type { Stacks } from '../live/stacks.ts';
import { type AddForm, addForm, addPage, isIncomplete, newHost } from '../pages/add.ts';
import { hostPath } from '../pages/components.ts';
import { primaryPage, pullRequestPage, pullRequestPath, removePage } from '../pages/edits.ts';
import { findHost, HOST } from './host-routes.ts';

export function editRoutes(app: Hono, stacks: Stacks): void {
  addRoutes(app, stacks);
  removeRoutes(app, stacks);
  primaryRoutes(app, stacks);
  app.get('/stacks/:stack/pull-request', async (c) => {
    const context = openStack(stacks, c.req.param('stack'));
    const verb = VERBS.find((one) => one === c.req.query('verb'));
    const named = normaliseHost(c.req.query('host') ?? '');
    if (verb === undefined || !named.ok) return c.notFound();
    return c.html(pullRequestPage(context.stack, await editCommands(context, verb, named.host)));
  });
}

/** As the forms of the page send it; any other body has none of the fields. */
async function readForm(c: Request): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
}

/** Throws HTTPException 404 for what is not a stack of the page. */
function openStack(stacks: Stacks, stack: string, signal?: AbortSignal): Context {
  if (!stacks.names().includes(stack)) throw new HTTPException(404);
  return stacks.open(stack, signal);
}

interface Edit {
  readonly context: Context;
  readonly verb: 'add' | 'remove' | 'primary';
  readonly host: string;
  readonly change: Change;
}

/**
 * Writes what the page showed, whose form has the name of that text: `base`. The local stack is deployed from its file at once; any
 * other by a pull request.
 */
async function write(c: Request, { context, verb, host, change }: Edit, base: string | undefined) {
  await writeEdit(context, base, change);
  const { stack } = context;
  const localPath = verb === 'remove' ? '/' : hostPath(stack, host);
  return c.redirect(stack === LOCAL_STACK ? localPath : pullRequestPath(stack, verb, host), 303);
}

function addRoutes(app: Hono, stacks: Stacks): void {
  const declaredIn = (stack: string) => stacks.views().find((view) => view.stack === stack)?.plan;
  const show = (form: AddForm, preview?: HostPreview, deployed?: Deployed) => {
    const names = stacks.names();
    const stack = names.includes(form.stack) ? form.stack : (names[0] ?? '');
    const declared = declaredIn(stack)?.hosts ?? [];
    const targets = declared.filter(({ role }) => role !== 'redirect');
    const was = declared.find(({ host }) => host === form.host);
    return addPage({ form: { ...form, stack }, stacks: names, targets, was, deployed, preview });
  };
  const opened = (form: AddForm, signal?: AbortSignal) => {
    const change: Change = (file) => addHost(file, newHost(form));
    return { context: openStack(stacks, form.stack, signal), verb: 'add', host: form.host, change } as const;
  };
  app.get('/add', (c) => c.html(show(addForm(c.req.query()))));
  app.post('/add/check', async (c) => {
    const form = addForm(await readForm(c));
    // The next letter ends the reading for the one before.
    const { context, host, change } = opened(form, c.req.raw.signal);
    if (isIncomplete(form)) return c.html(show(form));
    const deployed = readOutputs(context);
    const about = { hosts: [host], before: declaredIn(form.stack), deployed };
    return c.html(show(form, await previewHosts(context, change, about), deployed));
  });
  app.post('/add', async (c) => {
    const form = addForm(await readForm(c));
    return write(c, opened(form), form.base);
  });
}

function removeRoutes(app: Hono, stacks: Stacks): void {
  const path = `${HOST}/remove`;
  const opened = async (c: Request) => {
    const { stack, plan, context } = findHost(c, stacks);
    const deployed = readOutputs(context);
    const terms = await removalTerms(plan, stack, deployed, context);
    const change: Change = (file) => removal(file, plan.host, terms);
    const show = async (isMistyped = false) => {
      const facts = (await removalFacts([plan.host], stack, deployed, context))(plan.host);
      const preview = previewEdit(context, change);
      return removePage({ plan, stack, preview, terms, ...facts, isMistyped });
    };
    return { terms, show, edit: { context, verb: 'remove', host: plan.host, change } as const };
  };
  app.get(path, async (c) => c.html(await (await opened(c)).show()));
  app.post(path, async (c) => {
    const { terms, show, edit } = await opened(c);
    const { confirm, base } = await readForm(c);
    if (terms.isListed && confirm?.trim() !== edit.host) return c.html(await show(true), 422);
    return write(c, edit, base);
  });
}

function primaryRoutes(app: Hono, stacks: Stacks): void {
  const path = `${HOST}/primary`;
  const opened = (c: Request) => {
    const { view, host: hostView, stack, plan, context } = findHost(c, stacks);
    // Of the reading where there is no file: then the Pulumi CLI has said what is deployed.
    const deployed = readOutputs(context) ?? view.deployed;
    const { host } = servingHost(plan.host, stack, deployed);
    const change: Change = (file) => setPrimary(file, host);
    return { stack, hostView, deployed, edit: { context, verb: 'primary', host, change } as const };
  };
  app.get(path, async (c) => {
    const { stack, hostView, deployed, edit } = opened(c);
    const former = stack.settings[hostView.plan.site].primary ?? edit.host;
    const about = { hosts: [edit.host, former], before: stack, deployed };
    return c.html(primaryPage(hostView, stack, await previewHosts(edit.context, edit.change, about)));
  });
  app.post(path, async (c) => write(c, opened(c).edit, (await readForm(c)).base));
}
