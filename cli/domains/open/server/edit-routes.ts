// The routes of changes. Whatever changes something is a POST, and writes what the page showed before.
import { normaliseHost } from '@petstore/custom-domains/names';
import type { Hono, Context as Request } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { setPrimary } from '../../../../infra/config/edit/edit.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import type { Context } from '../../context.ts';
import { removal, removalTerms, servingHost } from '../../edits.ts';
import { readOutputs } from '../../outputs.ts';
import { editCommands, localDeployment, VERBS } from '../../pull-request.ts';
import { removalFacts } from '../../removed.ts';
import { loadPlan } from '../../stack.ts';
import { type Change, isRunning, previewEdit, writeEdit } from '../edits/preview.ts';
import type { Stacks } from '../live/stacks.ts';
import { addForm, addition, addPage, isIncomplete } from '../pages/add.ts';
import { hostPath } from '../pages/components.ts';
import { primaryPage, pullRequestPage, pullRequestPath, removePage } from '../pages/edits.ts';

export const HOST = '/stacks/:stack/hosts/:host';

interface Edit {
  readonly context: Context;
  readonly verb: 'add' | 'remove' | 'primary';
  readonly host: string;
  readonly change: Change;
  /** The host's name is typed before it is written. */
  readonly isAsked?: boolean;
}

/** Of a declared host. */
type HostEdit = Edit & { show(isMistyped: boolean): Promise<string> };

export function editRoutes(app: Hono, stacks: Stacks): void {
  addRoutes(app, stacks);
  for (const [verb, open] of Object.entries({ remove: openRemoval, primary: openPrimary })) {
    app.get(`${HOST}/${verb}`, async (c) => c.html(await (await open(findHost(c, stacks))).show(false)));
    app.post(`${HOST}/${verb}`, async (c) => {
      const edit = await open(findHost(c, stacks));
      const { confirm, base } = await readForm(c);
      if (edit.isAsked && confirm?.trim() !== edit.host) return c.html(await edit.show(true), 422);
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

/** The declared host that the address names. Throws HTTPException 404, and ProblemsError where the stack's file has problems. */
export function findHost(c: Request, stacks: Stacks) {
  const name = normaliseHost(c.req.param('host') ?? '');
  const context = stacks.open(c.req.param('stack') ?? '');
  const view = stacks.views().find(({ stack }) => stack === context.stack);
  const stack = view?.plan ?? loadPlan(context.folder, context.stack);
  const host = view?.hosts.find(({ plan }) => name.ok && plan.host === name.host);
  if (view === undefined || host === undefined) throw new HTTPException(404);
  return { view, host, stack, plan: host.plan, context };
}

type Found = ReturnType<typeof findHost>;

/** As the forms of the page send it; any other body has none of the fields. */
async function readForm(c: Request): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
}

/**
 * Writes what the page showed, whose form has the name of that text: `base`. The local stack is deployed from its file at once; any
 * other by a pull request.
 */
async function write(c: Request, stacks: Stacks, { context, verb, host, change }: Edit, base?: string) {
  await writeEdit(context, base, change);
  const { stack } = context;
  if (stack !== LOCAL_STACK) return c.redirect(pullRequestPath(stack, verb, host), 303);
  stacks.written(stack, `Pulumi.${stack}.yaml is written: ${localDeployment(verb, isRunning(context))}.`);
  return c.redirect(verb === 'remove' ? '/' : hostPath(stack, host), 303);
}

function addRoutes(app: Hono, stacks: Stacks): void {
  app.get('/add', async (c) => {
    const given = addForm.parse(c.req.query());
    const views = stacks.views();
    const [first, view = first] = [views[0], views.find(({ stack }) => stack === given.stack)];
    const form = { ...given, stack: view?.stack ?? '' };
    const page = { form, stacks: stacks.names(), declared: view?.plan?.hosts ?? [] };
    if (view === undefined || isIncomplete(form)) return c.html(addPage(page));
    // The next letter ends the reading for the one before.
    const context = stacks.open(form.stack, c.req.raw.signal);
    const preview = await previewEdit(context, addition(form), view.plan, readOutputs(context));
    return c.html(addPage({ ...page, preview }));
  });
  app.post('/add', async (c) => {
    const form = addForm.parse(await readForm(c));
    const context = stacks.open(form.stack);
    const edit = { context, verb: 'add', host: form.host, change: addition(form) } as const;
    return write(c, stacks, edit, form.base);
  });
}

async function openRemoval({ stack, plan, context }: Found): Promise<HostEdit> {
  const { host } = plan;
  const deployed = readOutputs(context);
  const terms = removalTerms(plan, stack, deployed);
  const change: Change = (file) => removal(file, host, terms);
  const show = async (isMistyped: boolean) => {
    const { findings, ...facts } = (await removalFacts([host], stack, deployed, context))(host);
    const preview = { ...(await previewEdit(context, change, stack, deployed)), findings };
    return removePage({ plan, stack, preview, terms, ...facts, isMistyped });
  };
  return { context, verb: 'remove', host, change, isAsked: terms.isListed, show };
}

function openPrimary({ view, host: hostView, stack, plan, context }: Found): HostEdit {
  // Of the reading where there is no file: then the Pulumi CLI has said what is deployed.
  const deployed = readOutputs(context) ?? view.deployed;
  const { host } = servingHost(plan.host, stack, deployed);
  const change: Change = (file) => setPrimary(file, host);
  const show = async () => primaryPage(hostView, stack, await previewEdit(context, change, stack, deployed));
  return { context, verb: 'primary', host, change, show };
}
