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

test.each<[from: string, to: string, message: string]>([
  [`@${sha} # v7.0.1`, '@v7', 'not pinned'],
  [' # v7.0.1', '', 'not pinned'],
  [sha, sha.slice(0, 12), 'not pinned'],
  ['permissions: {}', 'permissions: read-all', 'at the top are not empty'],
  ['permissions: {}\n', '', 'at the top are not empty'],
  ['    permissions:\n      id-token: write\n', '', 'no permissions of its own'],
  ['    timeout-minutes: 5\n', '', 'no timeout'],
  ['    shell: bash', '    shell: sh', 'the shell is not bash'],
  ['persist-credentials: false', 'fetch-depth: 1', 'leaves its token on disk'],
  ['path: report', 'path: .', 'not unpacked in a folder of its own'],
  ['path: report', 'name: report', 'not unpacked in a folder of its own'],
  [`actions/download-artifact@${sha} # v8.0.1`, './.github/actions/x', 'not pinned'],
  ['"$TITLE"', `\${{ github.head_ref }}`, 'inside a script'],
  ['$(openssl rand -hex 16)', 'petstore', 'GitHub obeys commands in the output'],
  [`trap 'echo "::$STOP::"' EXIT`, 'true', 'GitHub obeys commands'],
  ['echo "::stop-commands::$STOP"', 'echo', 'GitHub obeys commands'],
  ['STOP="$(', 'pulumi up\n          STOP="$(', 'GitHub obeys commands'],
  ['  pull_request:', '  pull_request_target:', 'secrets to code of a fork'],
  ['head.repo.full_name == github.repository', 'head.ref != github.ref', 'starts for a fork'],
  ['.full_name ==', '.full_name !=', 'starts for a fork'],
  ['&& vars', '|| vars', 'starts for a fork'],
])('%s replaced by %s is flagged', (from, to, message) => {
  expect(right).toContain(from);
  expect(violations(right.replace(from, to))).toContain(message);
});

test.each([
  ['    steps:', '    stps: []\n    steps:', "Unexpected value 'stps'"],
  ['vars.X', 'secrets.X', "Unrecognized named-value: 'secrets'"],
])("GitHub's parser flags %s replaced by %s", async (from, to, message) => {
  expect((await errorsOf('wrong.yml', right.replace(from, to))).join('\n')).toContain(message);
});
