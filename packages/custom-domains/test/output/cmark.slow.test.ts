// GitHub's own renderer as a judge of Markdown with foreign text, where the machine has it (Debian: cmark-gfm).
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectText, words } from './rendered.ts';

const EXTENSIONS = ['table', 'autolink', 'strikethrough', 'tasklist'].flatMap((name) => ['-e', name]);

function byCmark(input: string): string {
  const { status, stdout } = spawnSync('cmark-gfm', ['--unsafe', ...EXTENSIONS], { input, encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout;
}
const hasCmark = spawnSync('cmark-gfm', ['--version']).status === 0;

test.skipIf(!hasCmark)('foreign text is never a link, an image, HTML, a mention or a block', () => {
  const many = fc.array(words, { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(many, (texts) => expectText(byCmark, texts)),
    { numRuns: 50 },
  );
});
