// Keeps one issue while a stack drifts: opens or updates it when RESULT is a failure, and closes it otherwise.
//   node .github/scripts/drift-issue.ts FOLDER     FOLDER has a STACK.txt for each stack that drifts
import { join } from 'node:path';
import {
  indented,
  joinMarkdown,
  link,
  type Markdown,
  md,
  shown,
} from '../../packages/custom-domains/src/output/index.ts';
import { readArtifact, stackTexts } from './artifact.ts';
import { findOwn, main, runUrl, send, variable } from './github.ts';
import { log } from './log.ts';

const MARKER = md`<!-- petstore: drift -->`;
const TITLE = 'The deployed stacks differ from main';
/** Of all stacks together, each from the end, where the engine sums up. GitHub's limit is 65,536 characters in all. */
const MAX_CHARACTERS = 50_000;

const FIXES = md`### What to do

- To revert a change that was made outside of Pulumi, run the workflow \`deploy\` again.
- To keep it, declare it in a pull request; \`pulumi preview --refresh --diff --stack STACK\` shows it.
- If a host does not respond, \`npm run domains -- status HOST --stack STACK\` shows what is missing.
- If the renewal of a certificate will fail, set the records that the host's findings list before the certificate ends: ACM then
  renews it by itself.`;

await main(async () => {
  const open = await findOwn('/issues?state=open', String(MARKER));
  if (variable('RESULT') === 'success') await closeIssue(open);
  else await report(open, String(body(process.argv[2] ?? '')));
});

async function report(open: number | undefined, text: string): Promise<void> {
  if (open === undefined) await send('POST', '/issues', { title: TITLE, body: text });
  else await send('PATCH', `/issues/${open}`, { body: text });
  log.line(open === undefined ? shown`opened an issue` : shown`updated issue ${open}`);
}

async function closeIssue(open: number | undefined): Promise<void> {
  if (open === undefined) return;
  await send('POST', `/issues/${open}/comments`, {
    body: String(md`No stack drifts any more: ${link('log', runUrl())}`),
  });
  await send('PATCH', `/issues/${open}`, { state: 'closed', state_reason: 'completed' });
  log.line(shown`closed issue ${open}`);
}

function body(folder: string): Markdown {
  const texts = stackTexts(folder).flatMap((name) => {
    const text = readArtifact(join(folder, name));
    return text === undefined ? [] : [{ stack: name.slice(0, -4), text }];
  });
  const parts = texts.map(({ stack, text }) =>
    section(stack, text, Math.floor(MAX_CHARACTERS / texts.length)),
  );
  const unknown = md`The comparison itself failed, so it is unknown whether a stack drifts. The log has the reason.`;
  return joinMarkdown([
    MARKER,
    md`Last comparison: ${link('log', runUrl())}`,
    ...(parts.length > 0 ? [...parts, FIXES] : [unknown]),
  ]);
}

/** Indented, not fenced: no content of the text can end the block. */
function section(stack: string, text: string, limit: number): Markdown {
  const { block, isWhole } = indented(text, limit);
  const cut = isWhole ? '' : md`The end of the output; the log has all of it.\n\n`;
  return md`### ${stack}\n\n${cut}${block}`;
}
