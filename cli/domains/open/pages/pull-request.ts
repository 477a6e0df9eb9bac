// After a change of a stack that is not the local one: the lines that differ from the last commit, and the commands.
import { normaliseHost } from '@petstore/custom-domains/names';
import { readStackFile, stackFile } from '../../../../infra/config/stack-file.ts';
import type { Context } from '../../context.ts';
import { type EditCommands, editCommands, NOTHING_TO_COMMIT, VERBS } from '../../pull-request.ts';
import { type DiffLine, lineDiff } from '../edits/preview.ts';
import { copyable, diffBlock } from './components.ts';
import { layout } from './layout.ts';
import { html } from './markup.ts';

interface PullRequest extends EditCommands {
  readonly file: string;
  /** Undefined: the folder is not in a git checkout, or has no commit of the file. */
  readonly diff: readonly DiffLine[] | undefined;
}

/** Undefined where the verb is not that of an edit, or the host is not a host name. */
export async function pullRequest(context: Context, verb = '', host = ''): Promise<PullRequest | undefined> {
  const edit = VERBS.find((one) => one === verb);
  const named = normaliseHost(host);
  if (edit === undefined || !named.ok) return undefined;
  const { io, folder, stack } = context;
  const file = `Pulumi.${stack}.yaml`;
  const now = readStackFile(stackFile(folder, stack));
  const committed = await io.git.fileAt(folder, 'HEAD', file).catch(() => undefined);
  const diff = committed === undefined || 'problems' in now ? undefined : lineDiff(committed, now.text);
  return { file, diff, ...(await editCommands(context, edit, named.host)) };
}

export function pullRequestPath(stack: string, verb: (typeof VERBS)[number], host: string): string {
  const query = new URLSearchParams({ verb, host });
  return `/stacks/${encodeURIComponent(stack)}/pull-request?${query.toString()}`;
}

export function pullRequestPage(stack: string, request: PullRequest): string {
  const { file, diff, commands, isPullRequest } = request;
  return layout({
    title: `${isPullRequest ? 'Pull request' : 'Deployment'} for ${stack}`,
    main: html`<h1>Written to ${file}</h1>
<p>${nextText(request)}</p>
${diff !== undefined && diff.length > 0 && html`<h2>Changed since the last commit</h2>${diffBlock(file, diff)}`}
${
  commands.length > 0 &&
  html`<h2>Commands</h2>
<ol class="commands">${commands.map((command) => html`<li>${copyable(command, 'the command')}</li>`)}</ol>`
}
<p><a href="/">All hosts</a></p>`,
  });
}

function nextText({ isPullRequest, isCommitted }: PullRequest): string {
  if (isCommitted) return `The file ${NOTHING_TO_COMMIT}.`;
  return isPullRequest
    ? 'It is in the working tree. A pull request checks it, and its merge deploys it.'
    : 'This folder has no remote to open a pull request at: the last command deploys it.';
}
