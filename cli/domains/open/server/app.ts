// The routes of the pages; every request passes the same checks first. Whatever changes something is a POST, and writes what the page
// showed before.
import { normaliseHost } from '@petstore/custom-domains/names';
import { verdictOf } from '@petstore/custom-domains/preflight';
import { type ErrorHandler, Hono, type Context as Request } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { getMimeType } from 'hono/utils/mime';
import { setPrimary } from '../../../../infra/config/edit/edit.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import { UsageError } from '../../../usage-error.ts';
import type { Context } from '../../context.ts';
import type { Change } from '../../edit-stack.ts';
import { assertServing, removal, removalTerms } from '../../edits.ts';
import { capital } from '../../formats/text.ts';
import { explained, messageOf, noteOf } from '../../io.ts';
import { readOutputs } from '../../outputs.ts';
import { editCommands, localDeployment, VERBS } from '../../pull-request.ts';
import { removalFacts } from '../../removed.ts';
import { loadPlan } from '../../stack.ts';
import { verifyHost } from '../../verify/verify.ts';
import { isRunning, previewEdit, writeEdit } from '../edits/preview.ts';
import type { Stacks } from '../live/stacks.ts';
import { hostPath, stateOf } from '../pages/components.ts';
import {
  addForm,
  addition,
  addPage,
  isIncomplete,
  primaryPage,
  pullRequestPage,
  pullRequestPath,
  removePage,
} from '../pages/edits.ts';
import { hostPage, type Verified } from '../pages/host.ts';
import { assetText, errorPage } from '../pages/layout.ts';
import { overviewPage, redirectsPage } from '../pages/overview.ts';
import { checks, type PageAddress } from './session.ts';

const HOST = '/stacks/:stack/hosts/:host';

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

/** The declared host that the address names. Throws HTTPException 404, and ProblemsError where the stack's file has problems. */
function findHost(c: Request, stacks: Stacks) {
  const name = normaliseHost(c.req.param('host') ?? '');
  const context = stacks.open(c.req.param('stack') ?? '');
  const view = stacks.views().find(({ stack }) => stack === context.stack);
  const stack = view?.plan ?? loadPlan(context.folder, context.stack);
  const host = view?.hosts.find(({ plan }) => name.ok && plan.host === name.host);
  if (view === undefined || host === undefined) throw new HTTPException(404);
  return { view, host, stack, plan: host.plan, context };
}

type Found = ReturnType<typeof findHost>;

function hostRoutes(app: Hono, stacks: Stacks): void {
  /** What the last press of the button has found, at which page, and what the host was then: it is shown until that differs. */
  let last: { readonly path: string; readonly state: string; readonly verified: Verified } | undefined;
  app.get(HOST, (c) => {
    const { view, host } = findHost(c, stacks);
    const isSame = last?.path === c.req.path && last.state === stateOf(host);
    return c.html(hostPage(view, host, isSame ? last?.verified : undefined));
  });
  app.post(`${HOST}/verify`, async (c) => {
    const { plan, context } = findHost(c, stacks);
    const path = hostPath(context.stack, plan.host);
    const at = context.io.now();
    const found = plan.zone.provider === 'external' ? await verify(plan.host, context) : undefined;
    await stacks.readNow(context.stack);
    const state = stateOf(findHost(c, stacks).host);
    last = { path, state, verified: { at, ...(found ?? READ_AGAIN) } };
    return c.redirect(path, 303);
  });
}

/** Of a host in a declared zone: what was read, the page shows. */
const READ_AGAIN = { text: 'DNS was asked again: this page has what it says.', open: [] };

/** An external host, as `domains verify` does it. */
async function verify(host: string, context: Context): Promise<Omit<Verified, 'at'>> {
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

interface Edit {
  readonly context: Context;
  readonly verb: 'add' | 'remove' | 'primary';
  readonly host: string;
  readonly change: Change;
}

/** Of a declared host. `isAsked`: its name is typed before it is written. */
type HostEdit = Edit & { readonly isAsked?: boolean; show(): Promise<string> };

function editRoutes(app: Hono, stacks: Stacks): void {
  app.get('/add', async (c) => {
    const given = addForm.parse(c.req.query());
    const views = stacks.views();
    const view = views.find(({ stack }) => stack === given.stack) ?? views[0];
    const form = { ...given, stack: view?.stack ?? '' };
    const was = view?.hosts.find(({ plan }) => plan.host === form.host)?.plan;
    if (view === undefined || isIncomplete(form)) return c.html(addPage(form, stacks.names(), was));
    // The next letter ends the reading for the one before.
    const context = stacks.open(form.stack, c.req.raw.signal);
    const preview = await previewEdit(context, addition(form), readOutputs(context));
    return c.html(addPage(form, stacks.names(), was, preview));
  });
  app.post('/add', async (c) => {
    const form = addForm.parse(await readForm(c));
    const context = stacks.open(form.stack);
    return write(c, stacks, { context, verb: 'add', host: form.host, change: addition(form) }, form.base);
  });
  for (const [verb, open] of Object.entries({ remove: openRemoval, primary: openPrimary })) {
    app.get(`${HOST}/${verb}`, async (c) => c.html(await open(findHost(c, stacks)).show()));
    app.post(`${HOST}/${verb}`, async (c) => {
      const edit = open(findHost(c, stacks));
      const { confirm = '', base } = await readForm(c);
      if (edit.isAsked && confirm.trim() !== edit.host)
        throw new UsageError(
          `The typed name is not ${edit.host}: nothing was written.`,
          'go back and type it',
        );
      return write(c, stacks, edit, base);
    });
  }
  app.get('/stacks/:stack/pull-request', async (c) => {
    const context = stacks.open(c.req.param('stack'));
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

/** `base`: the name of the text that the page showed. The local stack is deployed from its file at once; any other by a pull request. */
async function write(c: Request, stacks: Stacks, { context, verb, host, change }: Edit, base?: string) {
  await writeEdit(context, base, change);
  const { stack } = context;
  if (stack !== LOCAL_STACK) return c.redirect(pullRequestPath(stack, verb, host), 303);
  stacks.written(stack, `Pulumi.${stack}.yaml is written: ${localDeployment(verb, isRunning(context))}.`);
  return c.redirect(verb === 'remove' ? '/' : hostPath(stack, host), 303);
}

function openRemoval({ stack, plan, context }: Found): HostEdit {
  const { host } = plan;
  const deployed = readOutputs(context);
  const terms = removalTerms(plan, stack, deployed);
  const change: Change = (file) => removal(file, host, terms);
  const show = async () => {
    const { findings, ...facts } = (await removalFacts([host], stack, deployed, context))(host);
    const preview = { ...(await previewEdit(context, change, deployed)), findings };
    return removePage({ plan, stack, preview, terms, ...facts });
  };
  return { context, verb: 'remove', host, change, isAsked: terms.isListed, show };
}

function openPrimary({ view, host, stack, plan, context }: Found): HostEdit {
  // Of the reading where there is no file: then the Pulumi CLI has said what is deployed.
  const deployed = readOutputs(context) ?? view.deployed;
  assertServing(plan, stack.stack, deployed);
  const change: Change = (file) => setPrimary(file, plan.host);
  const show = async () => primaryPage(host, stack, await previewEdit(context, change, deployed));
  return { context, verb: 'primary', host: plan.host, change, show };
}
