// Writes the report as a comment on the pull request NUMBER, or updates the existing comment, so that there is one.
//   node .github/scripts/comment.ts comment.md
import { COMMENT_MARKER, shown } from '../../packages/custom-domains/src/output/index.ts';
import { findOwn, log, main, readArtifact, runUrl, send, variable } from './github.ts';

/** The first line of every report. */
const MARKER = String(COMMENT_MARKER);
/** GitHub's limit for a comment; the report leaves space for the last line. */
const MAX_CHARACTERS = 65_536;

await main(async () => {
  const number = variable('NUMBER');
  const source = `Of ${variable('COMMIT').slice(0, 9)}, whose author can change what is reported · [log](${runUrl()})`;
  const body = `${report(process.argv[2] ?? '')}\n\n<sub>${source}</sub>`;
  const found = await findOwn(`/issues/${number}/comments`, MARKER);
  if (found === undefined) await send('POST', `/issues/${number}/comments`, { body });
  else await send('PATCH', `/issues/comments/${found}`, { body });
  log.line(found === undefined ? shown`commented` : shown`updated comment ${found}`);
});

/** Without a report the comment says so: an older report must not appear to describe this commit. */
function report(file: string): string {
  const text = readArtifact(file)?.trimEnd() ?? '';
  if (text.startsWith(`${MARKER}\n`) && text.length <= MAX_CHARACTERS - 300) return text;
  return `${MARKER}\n\n### ❓ There is no report for this commit\n\nIts changes of hosts and resources are unknown. The log has the reason.`;
}
