// The routes of the page. Whatever changes something is a POST, and writes what the page showed before; every request passes the
// same checks first.
import { inspect } from 'node:util';
import { normaliseHost } from '@petstore/custom-domains/names';
import { exitStatus } from '@petstore/custom-domains/preflight';
import { type ErrorHandler, Hono, type Context as Request } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { addHost, type EditResult, setPrimary } from '../../../../infra/config/edit/edit.ts';
import type { StackText } from '../../../../infra/config/stack-file.ts';
import { deployCommand } from '../../../../infra/hosts/external-host.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import type { Context } from '../../context.ts';
import { readOutputs } from '../../deployed-hosts.ts';
import { removal, removalTerms, servingHost } from '../../edits.ts';
import { capital } from '../../formats/text.ts';
import { removalFacts } from '../../host-report.ts';
import { messageOf } from '../../io.ts';
import { editCommands, VERBS } from '../../pull-request.ts';
import { loadPlan } from '../../stack.ts';
import { verifyHost } from '../../verify/verify.ts';
import { type HostPreview, previewEdit, previewHosts, writeEdit } from '../edits/preview.ts';
import type { HostView, Stacks } from '../live/stacks.ts';
import { type AddForm, addForm, addPage, isIncomplete, newHost } from '../pages/add.ts';
import { hostPath } from '../pages/components.ts';
import { primaryPage, pullRequestPage, pullRequestPath, removePage } from '../pages/edits.ts';
import { hostPage, type Verified } from '../pages/host.ts';
import { errorPage } from '../pages/layout.ts';
import { overviewPage, redirectsPage } from '../pages/overview.ts';
import { asset } from './assets.ts';
import {
  type PageAddress,
  pageHeaders,
  requireOwnOrigin,
  requireSession,
  requireShortBody,
} from './session.ts';

export function createApp(address: PageAddress, stacks: Stacks): Hono {
  const app = new Hono();
  app.use(pageHeaders(), requireOwnOrigin(address), requireSession(address), requireShortBody);
  app.get('/', (c) => c.html(overviewPage(stacks.views())));
  app.get('/redirects', (c) => c.html(redirectsPage(stacks.views())));
  app.get('/assets/:name', asset);
  hostRoutes(app, stacks);
  addRoutes(app, stacks);
  removeRoutes(app, stacks);
  primaryRoutes(app, stacks);
  // The address of a form that was sent, opened again: the page with the form.
  app.on('GET', ['/add/check', `${HOST}/verify`], (c) => c.redirect(c.req.path.replace(/\/\w+$/, '')));
  app.get('/stacks/:stack/pull-request', async (c) => {
    const context = openStack(stacks, c.req.param('stack'));
    const verb = VERBS.find((one) => one === c.req.query('verb'));
    const named = normaliseHost(c.req.query('host') ?? '');
    if (verb === undefined || !named.ok) return c.notFound();
    return c.html(pullRequestPage(context.stack, await editCommands(context, verb, named.host)));
  });
  app.notFound((c) => c.html(NOT_FOUND, 404));
  app.onError(answerError);
  return app;
}

const HOST = '/stacks/:stack/hosts/:host';

const NOT_FOUND = errorPage('Not found', 'There is no such page, stack or host here.');

/** What a user can put right is refused; anything else is a fault of ours. */
const answerError: ErrorHandler = (error, c) => {
  if (error instanceof HTTPException)
    return error.status === 404
      ? c.html(NOT_FOUND, 404)
      : c.html(errorPage('Refused', error.message), error.status);
  const message = messageOf(error);
  if (message === undefined) return c.html(errorPage('An error', inspect(error)), 500);
  return c.html(errorPage('Not possible', message), 422);
};

/** As the forms of the page send it; any other body has none of the fields. */
async function readForm(c: Request): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
}

/** Throws HTTPException 404 for what is not a stack of the page. */
function openStack(stacks: Stacks, stack: string, signal?: AbortSignal): Context {
  if (!stacks.names().includes(stack)) throw new HTTPException(404);
  return stacks.open(stack, signal);
}

/** The declared host that the address names. Throws HTTPException 404, and ProblemsError where the stack's file has problems. */
function findHost(c: Request, stacks: Stacks) {
  const name = normaliseHost(c.req.param('host') ?? '');
  const view = stacks.views().find(({ stack }) => stack === c.req.param('stack'));
  if (view === undefined) throw new HTTPException(404);
  const context = stacks.open(view.stack);
  const stack = view.plan ?? loadPlan(context.folder, view.stack);
  const host = view.hosts.find(({ plan }) => name.ok && plan.host === name.host);
  if (host === undefined) throw new HTTPException(404);
  return { view, host, stack, plan: host.plan, context };
}

interface Edit {
  readonly verb: 'add' | 'remove' | 'primary';
  readonly host: string;
  /** Of the form: it names the text of the file that the page showed. */
  readonly base: string | undefined;
  readonly change: (file: StackText) => EditResult;
}

/** Writes what the page showed. The local stack is deployed from its file at once; any other by a pull request. */
async function write(c: Request, context: Context, { verb, host, base, change }: Edit) {
  await writeEdit(context, base, change);
  const { stack } = context;
  const localPath = verb === 'remove' ? '/' : hostPath(stack, host);
  return c.redirect(stack === LOCAL_STACK ? localPath : pullRequestPath(stack, verb, host), 303);
}

function hostRoutes(app: Hono, stacks: Stacks): void {
  /** Of the button that was pressed last. */
  let last: { readonly path: string; readonly verified: Verified } | undefined;
  app.get(HOST, (c) => {
    const { view, host } = findHost(c, stacks);
    return c.html(hostPage(view, host, last?.path === c.req.path ? last.verified : undefined));
  });
  app.post(`${HOST}/verify`, async (c) => {
    const { plan, context } = findHost(c, stacks);
    const page = hostPath(context.stack, plan.host);
    const at = context.io.now();
    const verified = plan.zone.provider === 'external' ? await verify(plan.host, context) : undefined;
    await stacks.readNow(context.stack);
    last = { path: page, verified: { at, ...(verified ?? readAgain(findHost(c, stacks).host)) } };
    return c.redirect(page, 303);
  });
}

type Found = Omit<Verified, 'at'>;

/** Of a host in a declared zone, DNS is read again, which the page then shows. */
function readAgain({ status }: HostView): Found {
  if (status === undefined) return { text: 'DNS was not read: a note above says why.', open: [] };
  const open = status.findings.filter((one) => exitStatus([one]) === 3);
  return { text: open.length > 0 ? 'Not all of DNS could be read.' : 'DNS was read again.', open };
}

/** An external host, as `domains verify` does it. */
async function verify(host: string, context: Context): Promise<Found> {
  const { stack } = context;
  try {
    const { open, later, isNew, text, outcome } = await verifyHost(host, context);
    const isRequested = isNew && stack !== LOCAL_STACK;
    const attached = isNew ? ` Then ${deployCommand(stack)} attaches it.` : '';
    return {
      text: `${host} ${text}.\n${capital(outcome)}.${attached}`,
      open: [...open, ...later],
      pullRequest: isRequested ? pullRequestPath(stack, 'verify', host) : undefined,
    };
  } catch (error) {
    const text = messageOf(error);
    if (text === undefined) throw error;
    return { text, open: [] };
  }
}

function addRoutes(app: Hono, stacks: Stacks): void {
  const declaredIn = (stack: string) => stacks.views().find((view) => view.stack === stack)?.plan;
  const show = (form: AddForm, preview?: HostPreview) => {
    const names = stacks.names();
    const stack = names.includes(form.stack) ? form.stack : (names[0] ?? '');
    const declared = declaredIn(stack)?.hosts ?? [];
    const targets = declared.filter(({ role }) => role !== 'redirect');
    const was = declared.find(({ host }) => host === form.host);
    return addPage({ form: { ...form, stack }, stacks: names, targets, was, preview });
  };
  app.get('/add', (c) => c.html(show(addForm(c.req.query()))));
  app.post('/add/check', async (c) => {
    const form = addForm(await readForm(c));
    // The next letter ends the reading for the one before.
    const context = openStack(stacks, form.stack, c.req.raw.signal);
    if (isIncomplete(form)) return c.html(show(form));
    const change = (file: StackText) => addHost(file, newHost(form));
    const before = declaredIn(form.stack);
    const about = { hosts: [form.host], before, deployed: readOutputs(context) };
    return c.html(show(form, await previewHosts(context, change, about)));
  });
  app.post('/add', async (c) => {
    const form = addForm(await readForm(c));
    const change = (file: StackText) => addHost(file, newHost(form));
    return write(c, openStack(stacks, form.stack), { verb: 'add', host: form.host, base: form.base, change });
  });
}

function removeRoutes(app: Hono, stacks: Stacks): void {
  const path = `${HOST}/remove`;
  const opened = (c: Request) => {
    const { stack, plan, context } = findHost(c, stacks);
    const deployed = readOutputs(context);
    const terms = removalTerms(plan, stack, deployed);
    const change = (file: StackText) => removal(file, plan.host, terms);
    const show = async (isMistyped = false) => {
      const { findings, owners } = (await removalFacts([plan.host], stack, deployed, context))(plan.host);
      const preview = previewEdit(context, change);
      return removePage({ plan, stack, preview, terms, findings, owners, isMistyped });
    };
    return { host: plan.host, context, terms, change, show };
  };
  app.get(path, async (c) => c.html(await opened(c).show()));
  app.post(path, async (c) => {
    const { host, context, terms, change, show } = opened(c);
    const { confirm, base } = await readForm(c);
    if (terms.isListed && confirm?.trim() !== host) return c.html(await show(true), 422);
    return write(c, context, { verb: 'remove', host, base, change });
  });
}

function primaryRoutes(app: Hono, stacks: Stacks): void {
  const path = `${HOST}/primary`;
  const opened = (c: Request) => {
    const { view, host: hostView, stack, plan, context } = findHost(c, stacks);
    // Of the reading where there is no file: then the Pulumi CLI has said what is deployed.
    const deployed = readOutputs(context) ?? view.deployed;
    const { host } = servingHost(plan.host, stack, deployed);
    return { stack, hostView, host, context, deployed, change: (file: StackText) => setPrimary(file, host) };
  };
  app.get(path, async (c) => {
    const { stack, hostView, host, context, deployed, change } = opened(c);
    const former = stack.settings[hostView.plan.site].primary ?? host;
    const about = { hosts: [host, former], before: stack, deployed };
    return c.html(primaryPage(hostView, stack, await previewHosts(context, change, about)));
  });
  app.post(path, async (c) => {
    const { host, context, change } = opened(c);
    const { base } = await readForm(c);
    return write(c, context, { verb: 'primary', host, base, change });
  });
}
