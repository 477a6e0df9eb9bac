// Keeps one issue for as long as something drifts: opened or updated while RESULT is a failure, closed once it is not.
//   node .github/scripts/drift-issue.ts FOLDER     FOLDER holds STACK.txt of each stack that drifts
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOwn, given, main, runUrl, send } from './github.ts';

const marker = '<!-- petstore: drift -->';
const title = 'What is deployed is not what main declares';
/** Of each of the two stacks, from its end, where the engine sums up. GitHub takes 65,536 characters in all. */
const mostCharacters = 25_000;

const fixes = `### What to do

- A resource was changed by hand and should not have been: run \`deploy\` again, which puts it back.
- It should have been: declare it, in a pull request; \`pulumi preview --refresh --diff --stack STACK\` shows what.
- A host does not answer: \`npm run domains -- status HOST --stack STACK\` says what is missing.`;

await main(async () => {
  const open = await findOwn('/issues?state=open', marker);
  if (given('RESULT') === 'success') await settle(open);
  else await tell(open, body(process.argv[2] ?? ''));
});

async function tell(open: number | undefined, text: string): Promise<void> {
  if (open === undefined) await send('POST', '/issues', { title, body: text });
  else await send('PATCH', `/issues/${open}`, { body: text });
  console.log(open === undefined ? 'opened an issue' : `updated issue ${open}`);
}

async function settle(open: number | undefined): Promise<void> {
  if (open === undefined) return;
  await send('POST', `/issues/${open}/comments`, { body: `Nothing drifts any more: [log](${runUrl()})` });
  await send('PATCH', `/issues/${open}`, { state: 'closed', state_reason: 'completed' });
  console.log(`closed issue ${open}`);
}

function body(folder: string): string {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.txt')) : [];
  const parts = files
    .sort()
    .map((name) => section(name.slice(0, -4), readFileSync(join(folder, name), 'utf8')));
  const nothing = 'The look itself failed, so it is not known whether anything drifts. The log says why.';
  return [
    marker,
    `Last looked: [log](${runUrl()})`,
    ...(parts.length > 0 ? [...parts, fixes] : [nothing]),
  ].join('\n\n');
}

/** Indented, not fenced: nothing in the text can end it. */
function section(stack: string, text: string): string {
  const lines = text.trimEnd().split(/\r?\n/);
  const block = lines.map((line) => `    ${line.slice(0, 1_000)}`).join('\n');
  const start = block.length <= mostCharacters ? 0 : block.indexOf('\n', block.length - mostCharacters) + 1;
  return `### ${stack}\n\n${start === 0 ? '' : 'The end of it; the log has all.\n\n'}${block.slice(start)}`;
}
