// The jobs that start for each kind of pull request, by GitHub's own evaluator of conditions.
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { describe, expect, test } from 'vitest';
import { type Job, read, workflowOf } from './workflows.ts';

interface Run {
  /** The repository of the pull request's branch. */
  readonly from: string;
  readonly by: string;
  /** The repository's variables. */
  readonly vars: Readonly<Record<string, string>>;
}

const repository = 'us/petstore';
const functions = [{ name: 'cancelled', minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(false) }];

function evaluate(condition: string, contexts: Readonly<Record<string, object>>): boolean {
  const names = Object.keys(contexts);
  const text = condition.replace(/^\$\{\{(.*)\}\}$/s, '$1');
  const parsed = new Parser(new Lexer(text).lex().tokens, names, functions).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  const calls = new Map(functions.map((one) => [one.name, one]));
  return new Evaluator(parsed, values, calls).evaluate().coerceString() === 'true';
}

function starts({ if: condition = '' }: Job, { from, by, vars }: Run): boolean {
  const pull = { head: { repo: { full_name: from } }, user: { login: by } };
  return evaluate(condition, {
    github: { repository, event: { pull_request: pull } },
    vars,
  });
}

const { jobs } = workflowOf(read('.github/workflows/preview.yml'));
const role = 'arn:aws:iam::123456789012:role/petstore-preview';
const vars = { AWS_PREVIEW_ROLE_STAGING: role, AWS_PREVIEW_ROLE_PRODUCTION: role };

describe('the jobs of preview', () => {
  test.each<[Run, string[]]>([
    [{ from: repository, by: 'anna', vars }, ['build', 'preview', 'comment']],
    [{ from: repository, by: 'anna', vars: {} }, ['report', 'comment']],
    [
      { from: repository, by: 'anna', vars: { AWS_PREVIEW_ROLE_STAGING: role } },
      ['build', 'preview', 'comment'],
    ],
    [
      { from: repository, by: 'anna', vars: { AWS_PREVIEW_ROLE_PRODUCTION: role } },
      ['build', 'preview', 'comment'],
    ],
    [{ from: 'mallory/petstore', by: 'mallory', vars }, ['report']],
    [{ from: 'anna/petstore', by: 'anna', vars }, ['report']],
    [{ from: '', by: 'ghost', vars }, ['report']],
    [{ from: repository, by: 'dependabot[bot]', vars }, ['report']],
  ])('that start for %j', (run, expected) => {
    expect(Object.keys(jobs).filter((id) => starts(jobs[id] as Job, run))).toEqual(expected);
  });
});

test('only main is deployed', () => {
  const { ci, build } = workflowOf(read('.github/workflows/deploy.yml')).jobs;
  expect([ci?.if, build?.if]).toEqual(["github.ref == 'refs/heads/main'", "github.ref == 'refs/heads/main'"]);
});

describe('production', () => {
  const { plan, production } = workflowOf(read('.github/workflows/deploy.yml')).jobs;
  /** The result of `staging`, and the output of its check of the site. */
  const planned = (result: string, site?: string) =>
    evaluate(plan?.if ?? '', { needs: { staging: { result, outputs: { site } } } });
  const deployed = (result: string, artifact?: string) =>
    evaluate(production?.if ?? '', { needs: { plan: { result, outputs: { artifact } } } });

  test.each([
    ['success', 'ok', true],
    ['failure', 'ok', true],
    ['success', 'none', true],
    ['failure', undefined, false],
    ['skipped', undefined, false],
  ])('is planned where %j: %s, %s', (result, site, expected) => {
    expect(planned(result, site)).toBe(expected);
  });

  test.each([
    ['success', '4711', true],
    ['success', '', false],
    ['failure', '4711', false],
    ['skipped', undefined, false],
  ])('waits for its approval with %j', (result, artifact, expected) => {
    expect(deployed(result, artifact)).toBe(expected);
  });
});

describe('each stack has a role and a backend of its own', () => {
  const workflow = (name: string) => workflowOf(read(`.github/workflows/${name}.yml`)).jobs;
  const STACKS = ['staging', 'production'];
  const value = (name: string, stack: string) => `\${{ vars.${name}_${stack.toUpperCase()} }}`;

  test.each(STACKS)('the preview of %s', (stack) => {
    const steps = workflow('preview').preview?.steps ?? [];
    const index = steps.findIndex(({ run }) => run?.endsWith(`/preview.ts ${stack}`));
    expect(steps[index]?.if).toContain(`vars.AWS_PREVIEW_ROLE_${stack.toUpperCase()} != ''`);
    expect(steps[index]?.env?.PULUMI_BACKEND_URL).toBe(value('PULUMI_BACKEND_URL', stack));
    const given = steps[index - 1]?.with;
    expect(given?.role ?? given?.['role-to-assume']).toBe(value('AWS_PREVIEW_ROLE', stack));
  });

  test('no credentials of staging are left for production', () => {
    const steps = workflow('preview').preview?.steps ?? [];
    const second = steps.filter(({ uses }) => uses?.startsWith('aws-actions/'));
    expect(second.map((step) => step.with?.['unset-current-credentials'])).toEqual([true]);
    expect(second.map((step) => step.if)).toEqual([
      `\${{ !cancelled() && vars.AWS_PREVIEW_ROLE_PRODUCTION != '' }}`,
    ]);
  });

  test('the search for drift', () => {
    const { detect } = workflow('drift');
    expect(detect?.strategy).toMatchObject({
      matrix: {
        include: STACKS.map((stack) => ({
          stack,
          role: value('AWS_PREVIEW_ROLE', stack),
          backend: value('PULUMI_BACKEND_URL', stack),
        })),
      },
    });
    expect(detect?.env).toMatchObject({ ROLE: `\${{ matrix.role }}`, STACK: `\${{ matrix.stack }}` });
    const compare = detect?.steps?.find(({ run }) => run?.includes('drift.ts'));
    expect(compare?.env?.PULUMI_BACKEND_URL).toBe(`\${{ matrix.backend }}`);
  });

  test('the plan of production', () => {
    const { plan } = workflow('deploy');
    expect(plan?.env?.ROLE).toBe(value('AWS_PREVIEW_ROLE', 'production'));
    const step = plan?.steps?.find(({ run }) => run?.includes('plan.ts'));
    expect(step?.env?.PULUMI_BACKEND_URL).toBe(value('PULUMI_BACKEND_URL', 'production'));
  });

  test('no job of a pull request has an environment', () => {
    const jobs = Object.values(workflow('preview'));
    expect(jobs.filter((job) => 'environment' in job)).toEqual([]);
  });
});
