// The jobs that start for each kind of pull request, by GitHub's own evaluator of conditions.
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { describe, expect, test } from 'vitest';
import { type Job, read, workflowOf } from './workflows.ts';

interface Run {
  /** The repository of the pull request's branch. */
  readonly from: string;
  readonly by: string;
  /** The repository's variable AWS_PREVIEW_ROLE; empty where it is not set, as GitHub evaluates it. */
  readonly role: string;
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

function starts({ if: condition = '' }: Job, { from, by, role }: Run): boolean {
  const pull = { head: { repo: { full_name: from } }, user: { login: by } };
  return evaluate(condition, {
    github: { repository, event: { pull_request: pull } },
    vars: { AWS_PREVIEW_ROLE: role },
  });
}

const { jobs } = workflowOf(read('.github/workflows/preview.yml'));
const role = 'arn:aws:iam::123456789012:role/petstore-preview';

describe('the jobs of preview', () => {
  test.each<[string, Run, string[]]>([
    ['a colleague', { from: repository, by: 'anna', role }, ['build', 'preview', 'comment']],
    ['a colleague, before AWS is set up', { from: repository, by: 'anna', role: '' }, ['report', 'comment']],
    ['a fork', { from: 'mallory/petstore', by: 'mallory', role }, ['report']],
    ['a fork by a colleague', { from: 'anna/petstore', by: 'anna', role }, ['report']],
    ['a deleted fork', { from: '', by: 'ghost', role }, ['report']],
    ['Dependabot, whose runs get no secret', { from: repository, by: 'dependabot[bot]', role }, ['report']],
  ])('that start for %s', (_, run, expected) => {
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
    ['all of staging is deployed', 'success', 'ok', true],
    ['a host of staging failed', 'failure', 'ok', true],
    ['staging has no role', 'success', 'none', true],
    ['the site of staging is not served', 'failure', undefined, false],
    ['ci failed', 'skipped', undefined, false],
  ])('is planned where %s: %s, %s', (_, result, site, expected) => {
    expect(planned(result, site)).toBe(expected);
  });

  test.each([
    ['a plan', 'success', '4711', true],
    ['no plan, as there is no stack or no role', 'success', '', false],
    ['a plan that failed', 'failure', '4711', false],
    ['a skipped plan', 'skipped', undefined, false],
  ])('waits for its approval with %s', (_, result, artifact, expected) => {
    expect(deployed(result, artifact)).toBe(expected);
  });
});
