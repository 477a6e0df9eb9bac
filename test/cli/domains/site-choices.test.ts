// What a command prints where the site of a host is missing: whole commands, with every option that was given.
import { expect, test } from 'vitest';
import { siteChoices } from '../../../cli/domains/site-choices.ts';

test.each([
  [
    'add',
    {},
    `the API            npm run domains -- add x.dev --site api
  the documentation  npm run domains -- add x.dev --site docs`,
  ],
  [
    'move',
    { stack: 'a;b', dir: 'my pets', redirectTo: 'https://y.dev/?a', status: 302, write: true } as const,
    `the API            npm run domains -- move x.dev --stack 'a;b' --dir 'my pets' --redirect-to 'https://y.dev/?a' --status 302 --write --site api
  the documentation  npm run domains -- move x.dev --stack 'a;b' --dir 'my pets' --redirect-to 'https://y.dev/?a' --status 302 --write --site docs`,
  ],
])('%s', (command, given, text) => {
  expect(siteChoices(command, 'x.dev', given)).toBe(text);
});
