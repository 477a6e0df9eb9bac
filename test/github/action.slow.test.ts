// The steps of action.yml as a runner runs them, in a repository of another team: with its inputs, GitHub's API on the loopback, and DNS of
// the test.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startDns, type TestDns } from '../../packages/custom-domains/test/preflight/dns-server.ts';
import { temporaryFolder } from '../cli/folder.ts';
import { runProcess } from '../run-process.ts';
import { type GitHubApi, startApi, TOKEN } from './api.ts';
import { evaluated } from './expressions.ts';
import { PUBLIC_ACTION, publicSteps, ROOT, read } from './workflows.ts';

let api: GitHubApi;
let dns: TestDns;
let folder: string;
/** The action's checkout, in which an `npm ci` without a registry replaces what was committed by what is installed here. */
let action: string;
beforeEach(async () => {
  api = await startApi();
  folder = temporaryFolder({ 'temp/': '', 'bin/': '' });
  action = temporaryFolder({
    'package.json': read('package.json'),
    'node_modules/tldts/package.json': '{ "main": "index.js" }',
    'node_modules/tldts/index.js': 'require("node:fs").writeFileSync("owned", "");',
  });
  for (const name of ['.github/scripts', 'packages/custom-domains'])
    cpSync(join(ROOT, name), join(action, name), { recursive: true });
  const npm = `#!/bin/sh\n[ "$1" = ci ] && rm -rf node_modules && ln -s '${join(ROOT, 'node_modules')}' node_modules\n`;
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
  const on = ['127.0.0.11'];
  dns = await startDns({ 'example.com': { on, records: ['taken.example.com A 192.0.2.1'] } });
});
afterEach(() => dns.close());

const OWN = { repository: 'o/r', event: { pull_request: pullRequest('o/r', 'anna') } };
function pullRequest(from: string, login: string) {
  return { number: 7, user: { login }, head: { sha: '0123456789abcdef', repo: { full_name: from } } };
}

const template = (Type: string, Properties: object) =>
  JSON.stringify({ Resources: { One: { Type, Properties } } });
const domain = (DomainName: string) => template('AWS::ApiGateway::DomainName', { DomainName });
const record = (Name: string) =>
  template('AWS::Route53::RecordSet', {
    ...{ Name, Type: 'CNAME', HostedZoneId: 'Z1', ResourceRecords: ['x.example.net'] },
  });

/** As GitHub runs it for an action: with -e and pipefail. */
const BASH = ['--noprofile', '--norc', '-eo', 'pipefail', '-c'];

/** Resolves to the status of the first step that failed, or 0. */
async function runAction(given: Readonly<Record<string, string>>, github: object = OWN) {
  const defaults: Record<string, { default?: string }> = parse(read(PUBLIC_ACTION)).inputs;
  const inputs = Object.fromEntries(
    Object.entries(defaults).map(([name, one]) => [
      name,
      given[name] ?? (one.default?.startsWith('$') ? TOKEN : one.default) ?? '',
    ]),
  );
  const runner = { temp: join(folder, 'temp') };
  const outputs: Record<string, string> = {};
  const contexts = () => ({
    ...{ inputs, runner, github: { ...github, workspace: folder }, steps: { check: { outputs } } },
  });
  let failed = 0;
  let log = '';
  for (const { if: condition, run, env: variables = {} } of publicSteps) {
    if (run === undefined || (failed > 0 && !condition?.includes('cancelled()'))) continue;
    if (condition !== undefined && evaluated(condition, contexts()) !== 'true') continue;
    const filled = Object.entries(variables).map(([name, value]) => [
      name,
      String(value).replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluated(expression, contexts())),
    ]);
    const output = join(folder, 'temp/output');
    writeFileSync(output, '');
    const { GH_TOKEN: _token, ...ofApi } = api.environment;
    const PATH = `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`;
    const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: join(folder, 'temp/summary') };
    const ofRunner = { GITHUB_ACTIONS: 'true', RUNNER_TEMP: runner.temp, GITHUB_ACTION_PATH: action };
    const ofStep = { NUMBER: '', COMMIT: '', ...Object.fromEntries(filled) };
    const env = { PATH, HOME: folder, ...ofApi, ...ofRunner, ...files, ...ofStep };
    const { status, text } = await runProcess('bash', [...BASH, run], { cwd: folder, env });
    log += text;
    for (const line of readFileSync(output, 'utf8').split('\n')) {
      const [name = '', value] = line.split('=');
      if (value !== undefined) outputs[name] = value;
    }
    failed ||= status ?? 1;
  }
  return { status: failed, log, outputs };
}

const summary = () => readFileSync(join(folder, 'temp/summary'), 'utf8');
const bodies = () => api.comments.map(({ body }) => body);

test('a host that is blocked: one comment, which is updated, the summary, and a failed job', async () => {
  writeFileSync(join(folder, 'plan.json'), record('taken.example.com'));
  const first = await runAction({ plan: 'plan.json', resolver: dns.resolver });
  expect([first.status, first.outputs], first.log).toEqual([1, { status: '1' }]);
  expect(bodies()).toEqual([expect.stringMatching(/^<!-- .* -->\n\n### ❌ .*1 host added or moved\n/)]);
  expect(bodies()[0]).toContain('**conflicting-record**');
  expect(bodies()[0]).toContain(
    '<sub>Of 012345678, whose author can change what is reported · [log](https://github.test/o/r/actions/runs/42)</sub>',
  );
  expect(bodies()[0]).toContain(summary().trim());
  expect(existsSync(join(folder, 'owned')), 'committed as node_modules').toBe(false);
  writeFileSync(join(folder, 'plan.json'), domain('new.example.com'));
  expect(await runAction({ plan: 'plan.json', resolver: dns.resolver })).toMatchObject({ status: 0 });
  expect(bodies()).toEqual([expect.stringContaining('`new.example.com` Amazon may issue')]);
});

test.each([
  ['a fork', { ...OWN, event: { pull_request: pullRequest('mallory/r', 'mallory') } }, {}],
  ['Dependabot', { ...OWN, event: { pull_request: pullRequest('o/r', 'dependabot[bot]') } }, {}],
  ['a push', { ...OWN, event: {} }, {}],
  ['a job that wants no comment', OWN, { comment: 'false' }],
])('%s gets the report in the summary, and no comment', async (_, github, given) => {
  writeFileSync(join(folder, 'plan.json'), record('taken.example.com'));
  const { status } = await runAction({ plan: 'plan.json', resolver: dns.resolver, ...given }, github);
  expect([status, api.requests]).toEqual([1, []]);
  expect(summary()).toContain('conflicting-record');
});

test('inputs are text: none is run, and none is another option', async () => {
  const plan = '$(touch owned); --resolver-only `touch owned`';
  const { status, log } = await runAction({ plan, authority: '"; touch owned; "', resolver: dns.resolver });
  expect(status).toBe(2);
  expect(log).toContain('is not known');
  expect(existsSync(join(folder, 'owned'))).toBe(false);
  expect(bodies()).toEqual([expect.stringContaining('There is no report for this commit')]);
});
