// Each job that runs Pulumi, with the token that GitHub gives it: it may assume its role, and that role has the rights to what its stack
// needs, zones in other accounts included, but for pull requests. And the variables, checks and environments of docs/deploying.md.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { allJobs, type Job, read, workflowFiles } from '../github/workflows.ts';
import { bootstrap } from './bootstrap-program.ts';
import { calls, PRODUCTION, permitted, refused, STAGING } from './iam.ts';
import { reads } from './provider-calls.ts';

const zoneRole = (stack: string) => `arn:aws:iam::210987654321:role/dns/${stack}`;

const zoneRoles = Object.fromEntries([STAGING, PRODUCTION].map(({ stack }) => [stack, [zoneRole(stack)]]));
const roles = await bootstrap({ 'bootstrap:zoneRoles': JSON.stringify(zoneRoles) });

/** The variables of the roles of a job; the last word of one that no environment has is its stack. */
function rolesOf(job: Job): (readonly [role: string, stack: string])[] {
  const names = JSON.stringify(job).matchAll(/"\$\{\{ vars\.AWS_(DEPLOY|PLAN|PREVIEW)_ROLE_?(\w*) \}\}"/g);
  return [...names].map(([, use = '', suffix = '']) => {
    const stack = suffix === '' ? String(job.environment) : suffix.toLowerCase();
    return [use === 'DEPLOY' ? `petstore-deploy-${stack}` : `petstore-${use.toLowerCase()}`, stack];
  });
}

/** https://docs.github.com/en/actions/reference/security/oidc: the subject of a job, and its ref. */
function claimsOf(isPull: boolean, { environment }: Job) {
  const context = isPull ? 'pull_request' : 'ref:refs/heads/main';
  return {
    aud: 'sts.amazonaws.com',
    sub: `repo:octo@1/pets@2:${environment === undefined ? context : `environment:${environment}`}`,
    ref: isPull ? 'refs/pull/1/merge' : 'refs/heads/main',
  };
}

const uses = allJobs.flatMap(({ place, on, job }) => {
  const isPull = 'pull_request' in on;
  const claims: Readonly<Record<string, string>> = claimsOf(isPull, job);
  return rolesOf(job).map(([role, stack]) => ({ place, role, stack, isPull, claims }));
});

const ROLES = [...new Set(uses.map(({ role }) => role))];
const ISSUER = 'token.actions.githubusercontent.com';

/** The roles that a job with these claims may assume. */
function trusting(claims: Readonly<Record<string, string>>): string[] {
  return ROLES.filter((role) => {
    const { Condition, ...rest } = roles.trust(role) as {
      Condition: { StringEquals: Record<string, string> };
    };
    const action = 'sts:AssumeRoleWithWebIdentity';
    expect(rest).toEqual({ Effect: 'Allow', Principal: { Federated: 'arn:github' }, Action: action });
    expect(Object.keys(Condition)).toEqual(['StringEquals']);
    const keys = Object.entries(Condition.StringEquals);
    return keys.every(([key, value]) => claims[key.replace(`${ISSUER}:`, '')] === value);
  });
}

test('every job that can get a token for AWS has a role', () => {
  const withToken = allJobs.filter(({ job }) => job.permissions?.['id-token'] === 'write');
  expect(new Set(uses.map(({ place }) => place))).toEqual(new Set(withToken.map(({ place }) => place)));
});

test.each(uses)('$place of $stack: $role', async ({ role, stack, isPull, claims }) => {
  expect(trusting(claims)).toEqual([role]);
  // A branch or a repository of somebody else's, which names the environment too; a pull request has a ref of its own.
  for (const claim of isPull ? ['aud', 'sub'] : ['aud', 'sub', 'ref'])
    expect(trusting({ ...claims, [claim]: `${claims[claim]}-of-others` })).toEqual([]);
  const owner = stack === 'staging' ? STAGING : PRODUCTION;
  expect(await refused(roles.statements(role), reads(owner), { owner })).toEqual([]);
  const assumed = (one: string) =>
    permitted(roles.statements(role), calls('sts', zoneRole(one), 'AssumeRole'), { owner });
  expect(await assumed(stack)).toHaveLength(isPull ? 0 : 1);
  if (role.includes('deploy'))
    expect(await assumed(stack === 'staging' ? 'production' : 'staging')).toEqual([]);
});

const text = read('docs/deploying.md');
const workflows = workflowFiles.map(read);
function found(pattern: RegExp, where = text): string[] {
  return [...new Set([...where.matchAll(pattern)].map(([, name = '']) => name))];
}

test('docs/deploying.md sets exactly the variables and secrets that the workflows read', () => {
  const all = workflows.join('\n');
  const set = (kind: string) => found(new RegExp(`gh ${kind} set (\\w+)`, 'g')).sort();
  expect(set('variable')).toEqual(found(/\bvars\.(\w+)/g, all).sort());
  expect(set('secret')).toEqual(found(/\bsecrets\.(\w+)/g, all).sort());
});

test("production's stack file is made one's own before it is pushed, and no commit takes other files along", () => {
  const { config } = parse(read('Pulumi.production.yaml')) as { config: object };
  const samples = Object.keys(config).filter((key) => !/region|plan|verified|removals/.test(key));
  expect(samples.length).toBeGreaterThan(4);
  const step = text.slice(text.indexOf('## 7.'), text.indexOf('git push'));
  expect(samples.filter((key) => !step.includes(`\`${key}\``))).toEqual([]);
  expect(found(/(git commit -a\w*)/g)).toEqual([]);
});

test('the required checks of main are jobs of pull requests and of merge queues', () => {
  const jobs = allJobs.filter(({ on }) => 'pull_request' in on && 'merge_group' in on).flatMap(checksOf);
  const required = found(/"context": "([^"]+)"/g);
  expect(required.length).toBeGreaterThan(3);
  expect(jobs).toEqual(expect.arrayContaining(required));
});

test('docs/deploying.md says how a schedule that GitHub stopped goes on', () => {
  const scheduled = allJobs.filter(({ on }) => 'schedule' in on);
  const names = new Set(scheduled.map(({ place }) => place.split(' ')[0]));
  expect([...names].map((name) => text.includes(`gh workflow enable ${name}.yml`))).toEqual([true]);
});

/** The names of a job's checks at GitHub, one for each value of a matrix. */
function checksOf({ id, job }: (typeof allJobs)[number]): string[] {
  const { name = id, strategy } = job as { name?: string; strategy?: { matrix: { node?: string[] } } };
  const values = strategy?.matrix.node ?? [''];
  return values.map((node) =>
    name.replace(/\$\{\{ matrix\.node \|\| '([^']*)' \}\}/, (_all, other) => node || other),
  );
}

test('its environments are those of the deploy workflow, and have their rules before there is a role for them', () => {
  const environments = allJobs.flatMap(({ job }) => job.environment ?? []);
  const created = [...text.matchAll(/PUT "repos\/\$REPO\/environments\/(\w+)"/g)];
  expect(created.map(([, name]) => name)).toEqual(environments);
  const policies = text.indexOf('/deployment-branch-policies');
  const isBefore = (index: number) => index > 0 && index < text.indexOf('pulumi -C examples/bootstrap up');
  expect([...created.map(({ index }) => index), policies].every(isBefore)).toBe(true);
});
