// Keeps one issue while a stack drifts: opens or updates it when RESULT is a failure, and closes it otherwise.
//   node .github/scripts/drift-issue.ts FOLDER     FOLDER has a STACK.txt for each stack that drifts
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOwn, main, runUrl, send, variable } from './github.ts';

const MARKER = '<!-- petstore: drift -->';
const TITLE = 'The deployed stacks differ from main';
/** For each of the two stacks, from the end, where the engine sums up. GitHub's limit is 65,536 characters in all. */
const MAX_CHARACTERS = 25_000;

const FIXES = `### What to do

- To revert a change that was made outside of Pulumi, run the workflow \`deploy\` again.
- To keep it, declare it in a pull request; \`pulumi preview --refresh --diff --stack STACK\` shows it.
- If a host does not respond, \`npm run domains -- status HOST --stack STACK\` shows what is missing.`;

await main(async () => {
  const open = await findOwn('/issues?state=open', MARKER);
  if (variable('RESULT') === 'success') await closeIssue(open);
  else await report(open, body(process.argv[2] ?? ''));
});

async function report(open: number | undefined, text: string): Promise<void> {
  if (open === undefined) await send('POST', '/issues', { title: TITLE, body: text });
  else await send('PATCH', `/issues/${open}`, { body: text });
  console.log(open === undefined ? 'opened an issue' : `updated issue ${open}`);
}

async function closeIssue(open: number | undefined): Promise<void> {
  if (open === undefined) return;
  await send('POST', `/issues/${open}/comments`, { body: `No stack drifts any more: [log](${runUrl()})` });
  await send('PATCH', `/issues/${open}`, { state: 'closed', state_reason: 'completed' });
  console.log(`closed issue ${open}`);
}

function body(folder: string): string {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.txt')) : [];
  const parts = files
    .sort()
    .map((name) => section(name.slice(0, -4), readFileSync(join(folder, name), 'utf8')));
  const unknown =
    'The comparison itself failed, so it is unknown whether a stack drifts. The log has the reason.';
  return [
    MARKER,
    `Last comparison: [log](${runUrl()})`,
    ...(parts.length > 0 ? [...parts, FIXES] : [unknown]),
  ].join('\n\n');
}

/** Indented, not fenced: no content of the text can end the block. */
function section(stack: string, text: string): string {
  const lines = text.trimEnd().split(/\r?\n/);
  const block = lines.map((line) => `    ${line.slice(0, 1_000)}`).join('\n');
  const start = block.length <= MAX_CHARACTERS ? 0 : block.indexOf('\n', block.length - MAX_CHARACTERS) + 1;
  return `### ${stack}\n\n${start === 0 ? '' : 'The end of the output; the log has all of it.\n\n'}${block.slice(start)}`;
}
