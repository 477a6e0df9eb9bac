// After a change of a stack that is not the local one: the commands that take it to a pull request.
import { normaliseHost } from '@petstore/custom-domains/names';
import type { Context } from '../../context.ts';
import { type EditCommands, editCommands, NOTHING_TO_COMMIT, VERBS } from '../../pull-request.ts';
import { copyable } from './components.ts';
import { layout } from './layout.ts';
import { html } from './markup.ts';

/** Undefined where the verb is not that of an edit, or the host is not a host name. */
export async function pullRequest(context: Context, verb = '', host = ''): Promise<EditCommands | undefined> {
  const edit = VERBS.find((one) => one === verb);
  const named = normaliseHost(host);
  return edit === undefined || !named.ok ? undefined : editCommands(context, edit, named.host);
}

export function pullRequestPath(stack: string, verb: (typeof VERBS)[number], host: string): string {
  const query = new URLSearchParams({ verb, host });
  return `/stacks/${encodeURIComponent(stack)}/pull-request?${query.toString()}`;
}

export function pullRequestPage(stack: string, request: EditCommands): string {
  const { commands, isPullRequest } = request;
  return layout({
    title: `${isPullRequest ? 'Pull request' : 'Deployment'} for ${stack}`,
    main: html`<h1>Written to Pulumi.${stack}.yaml</h1>
<p>${nextText(request)}</p>
${
  commands.length > 0 &&
  html`<h2>Commands</h2>
<ol class="commands">${commands.map((command) => html`<li>${copyable(command, 'the command')}</li>`)}</ol>`
}
<p><a href="/">All hosts</a></p>`,
  });
}

function nextText({ isPullRequest, isCommitted }: EditCommands): string {
  if (isCommitted) return `The file ${NOTHING_TO_COMMIT}.`;
  return isPullRequest
    ? 'It is in the working tree. A pull request checks it, and its merge deploys it.'
    : 'This folder has no remote to open a pull request at: the last command deploys it.';
}
