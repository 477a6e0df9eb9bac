// A printed command is a line to paste: what is foreign in it is one word of the shell, or several where a list says so.
import { expect, test } from 'vitest';
import { command } from '../../src/output/index.ts';

test.each<[string, string, string]>([
  ['a plain word', command`pulumi up --stack ${'production'}`, 'pulumi up --stack production'],
  ['a word of several', command`git commit -m ${'Add a.example'}`, "git commit -m 'Add a.example'"],
  ['a quote', command`echo ${"it's"} x`, "echo 'it'\\''s' x"],
  ['a list', command`check ${['--host', 'a;b', 'c']}`, "check --host 'a;b' c"],
  ['nothing', command`check ${undefined} --stack ${'x'} ${[]}`, 'check --stack x'],
  ['a number', command`--status ${301}`, '--status 301'],
  ['an empty word', command`--stack ${''}`, "--stack ''"],
])('%s', (_, line, expected) => expect(line).toBe(expected));
