// The commands that take an edit to its deployment, by the checkout that the file is in.
import { expect, test } from 'vitest';
import type { Context } from '../../../cli/domains/context.ts';
import type { Checkout } from '../../../cli/domains/git.ts';
import { editCommands } from '../../../cli/domains/pull-request.ts';

const HOST = 'new.petstore.dev';
const COMMIT = `git commit -m 'Add ${HOST} (production)' -- Pulumi.production.yaml`;
const UP = 'pulumi up --stack production';
const CREATE = 'gh pr create --fill';
const PUSH = `git push -u origin add-${HOST}`;

const state = { isTracked: true, isChanged: true } as const;
const changed: Checkout = { ...state, remote: 'origin' };

async function commandsAt(checkout: Checkout | undefined) {
  const io = { folder: '/project', git: { checkout: async () => checkout } };
  const context = { folder: '/project', stack: 'production', io } as unknown as Context;
  return editCommands(context, 'add', HOST);
}

test.each<[string, Checkout | undefined, string[]]>([
  [
    'on the default branch, or on none: a new one',
    changed,
    [`git switch -c add-${HOST}`, COMMIT, PUSH, CREATE],
  ],
  [
    'on another branch: that one',
    { ...changed, branch: 'shop', remote: 'my fork' },
    [COMMIT, "git push -u 'my fork' shop", `gh pr view || ${CREATE}`],
  ],
  [
    'a file that git does not have yet',
    { ...changed, isTracked: false },
    [`git switch -c add-${HOST}`, 'git add -- Pulumi.production.yaml', COMMIT, PUSH, CREATE],
  ],
  ['without a remote', { ...changed, remote: undefined }, [COMMIT, UP]],
  ['an edit that was taken back', { ...changed, isChanged: false }, []],
  ['outside of a checkout, or without git', undefined, [UP]],
])('%s', async (_, checkout, commands) => {
  const pasted = await commandsAt(checkout);
  expect(pasted.commands).toEqual(commands);
  expect([pasted.isPullRequest, pasted.isCommitted]).toEqual([
    commands.some((command) => command.startsWith('gh ')),
    checkout?.isChanged === false,
  ]);
});
