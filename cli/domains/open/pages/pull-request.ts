// After a change of a stack that is not the local one: the lines to commit, and the commands for the pull request.
import { NOTHING_TO_COMMIT } from '../../pull-request.ts';
import type { PullRequest } from '../edits/pull-request.ts';
import { copyable, diffBlock } from './components.ts';
import { layout } from './layout.ts';
import { html } from './markup.ts';

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
