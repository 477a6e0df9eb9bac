// Each rule of the workflows finds its violation, in a workflow that is correct otherwise.
import { beforeAll, expect, test } from 'vitest';
import { loadParser } from './workflow-parser.ts';
import { pinViolations, workflowOf, workflowViolations } from './workflows.ts';

const sha = '3d3c42e5aac5ba805825da76410c181273ba90b1';
const right = `name: right
on:
  pull_request:
permissions: {}
defaults:
  run:
    shell: bash
jobs:
  job:
    if: >-
      github.event.pull_request.head.repo.full_name == github.repository
      && vars.X != ''
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    permissions:
      id-token: write
    steps:
      - uses: actions/checkout@${sha} # v7.0.1
        with:
          persist-credentials: false
      - uses: actions/download-artifact@${sha} # v8.0.1
        with:
          path: report
      - run: echo "$TITLE"
        env:
          TITLE: \${{ github.event.pull_request.title }}
          TOKEN: \${{ secrets.TOKEN }}
      - run: |
          STOP="$(openssl rand -hex 16)"
          trap 'echo "::$STOP::"' EXIT
          echo "::stop-commands::$STOP"
          pulumi --non-interactive preview
`;

let errorsOf: Awaited<ReturnType<typeof loadParser>>;
beforeAll(async () => {
  errorsOf = await loadParser();
});

function violations(text: string): string {
  return [...workflowViolations(workflowOf(text)), ...pinViolations(text)].join('\n');
}

test('a correct workflow has no violation', async () => {
  expect(violations(right)).toBe('');
  expect(await errorsOf('right.yml', right)).toEqual([]);
});

test.each<[string, string, string, string]>([
  ['a version instead of a pin', `@${sha} # v7.0.1`, '@v7', 'not pinned'],
  ['a pin without its version', ' # v7.0.1', '', 'not pinned'],
  ['a short pin', sha, sha.slice(0, 12), 'not pinned'],
  ['permissions for all jobs', 'permissions: {}', 'permissions: read-all', 'at the top are not empty'],
  ['no permissions', 'permissions: {}\n', '', 'at the top are not empty'],
  ['a job without its own', '    permissions:\n      id-token: write\n', '', 'no permissions of its own'],
  ['no timeout', '    timeout-minutes: 5\n', '', 'no timeout'],
  ['no pipefail', '    shell: bash', '    shell: sh', 'the shell is not bash'],
  ['a token on disk', 'persist-credentials: false', 'fetch-depth: 1', 'leaves its token on disk'],
  ['an artifact over the checkout', 'path: report', 'path: .', 'not unpacked in a folder of its own'],
  ['an artifact in no folder', 'path: report', 'name: report', 'not unpacked in a folder of its own'],
  [
    'an action of the workspace',
    `actions/download-artifact@${sha} # v8.0.1`,
    './.github/actions/x',
    'not pinned',
  ],
  ["somebody's text in a script", '"$TITLE"', `\${{ github.head_ref }}`, 'inside a script'],
  ['a guessable token', '$(openssl rand -hex 16)', 'petstore', 'GitHub obeys commands in the output'],
  ['a token that ends with a success only', `trap 'echo "::$STOP::"' EXIT`, 'true', 'GitHub obeys commands'],
  ['a provider that commands', 'echo "::stop-commands::$STOP"', 'echo', 'GitHub obeys commands'],
  [
    'commands that are stopped too late',
    'STOP="$(',
    'pulumi up\n          STOP="$(',
    'GitHub obeys commands',
  ],
  ["secrets for a fork's code", '  pull_request:', '  pull_request_target:', 'secrets to code of a fork'],
  ['no guard', 'head.repo.full_name == github.repository', 'head.ref != github.ref', 'starts for a fork'],
  ['an inverted guard', '.full_name ==', '.full_name !=', 'starts for a fork'],
  ['a guard with an alternative', '&& vars', '|| vars', 'starts for a fork'],
])('%s is flagged', (_, from, to, message) => {
  expect(right).toContain(from);
  expect(violations(right.replace(from, to))).toContain(message);
});

test.each<[string, string, string, string]>([
  ['an unknown key', '    steps:', '    stps: []\n    steps:', "Unexpected value 'stps'"],
  ['an unknown permission', 'id-token: write', 'id-token: wirte', "Unexpected value 'wirte'"],
  ['an unknown context', 'vars.X', 'vras.X', "Unrecognized named-value: 'vras'"],
  ['a secret in a condition', 'vars.X', 'secrets.X', "Unrecognized named-value: 'secrets'"],
])("GitHub's parser flags %s", async (_, from, to, message) => {
  expect((await errorsOf('wrong.yml', right.replace(from, to))).join('\n')).toContain(message);
});
