// Keeps one issue while a stack drifts: opens or updates it when RESULT is a failure, and closes it otherwise.
//   node .github/scripts/drift-issue.ts FOLDER     FOLDER has a STACK.txt for each stack that drifts
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  indented,
  joinMarkdown,
  link,
  type Markdown,
  md,
  shown,
} from '../../packages/custom-domains/src/output/index.ts';
import { findOwn, log, main, readArtifact, runUrl, send, variable } from './github.ts';

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

/** Of a stack, whose name is one that Pulumi accepts. */
const FILE = /^([\w-][\w.-]{0,99})\.txt$/;

await main(async () => {
  const folder = process.argv[2] ?? '';
  const open = await findOwn('/issues?state=open', String(MARKER));
  if (variable('RESULT') !== 'success') {
    const body = String(text(folder));
    if (open === undefined) await send('POST', '/issues', { title: TITLE, body });
    else await send('PATCH', `/issues/${open}`, { body });
    log.line(open === undefined ? shown`opened an issue` : shown`updated issue ${open}`);
  } else if (open !== undefined) {
    const body = String(md`No stack drifts any more: ${link('log', runUrl())}`);
    await send('POST', `/issues/${open}/comments`, { body });
    await send('PATCH', `/issues/${open}`, { state: 'closed', state_reason: 'completed' });
    log.line(shown`closed issue ${open}`);
  }
});

function text(folder: string): Markdown {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const drifting = names.flatMap((name) => {
    const [, stack] = FILE.exec(name) ?? [];
    const differences = stack === undefined ? undefined : readArtifact(join(folder, name));
    return stack === undefined || differences === undefined ? [] : [{ stack, differences }];
  });
  const limit = Math.floor(MAX_CHARACTERS / drifting.length);
  const sections = drifting.map(({ stack, differences }) => {
    // Indented, not fenced: no content of the text can end the block.
    const { block, isWhole } = indented(differences, limit);
    const cut = isWhole ? '' : md`The end of the output; the log has all of it.\n\n`;
    return md`### ${stack}\n\n${cut}${block}`;
  });
  const unknown = md`The comparison itself failed, so it is unknown whether a stack drifts. The log has the reason.`;
  return joinMarkdown([
    MARKER,
    md`Last comparison: ${link('log', runUrl())}`,
    ...(sections.length > 0 ? [...sections, FIXES] : [unknown]),
  ]);
}
