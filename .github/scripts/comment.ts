// Puts the report on the pull request NUMBER: the comment that is there is updated, so that there is always one.
//   node .github/scripts/comment.ts comment.md
import { existsSync, readFileSync } from 'node:fs';
import { findOwn, given, main, runUrl, send } from './github.ts';

/** The first line of every report (cli/domains/formats/comment.ts); a test holds the two together. */
const marker = '<!-- petstore: domains report -->';
/** GitHub takes 65,536 characters; the report leaves room for the last line. */
const mostCharacters = 65_536;

await main(async () => {
  const number = given('NUMBER');
  const body = `${report(process.argv[2] ?? '')}\n\n<sub>Of ${given('COMMIT').slice(0, 9)} · [log](${runUrl()})</sub>`;
  const found = await findOwn(`/issues/${number}/comments`, marker);
  if (found === undefined) await send('POST', `/issues/${number}/comments`, { body });
  else await send('PATCH', `/issues/comments/${found}`, { body });
  console.log(found === undefined ? 'commented' : `updated comment ${found}`);
});

/** Without a report the comment says so: an older one must not stand as if it were of this commit. */
function report(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '';
  if (text.startsWith(`${marker}\n`) && text.length <= mostCharacters - 300) return text;
  return `${marker}\n\n### ❓ There is no report of this commit\n\nWhat it does to hosts and resources could not be found out. The log says why.`;
}
