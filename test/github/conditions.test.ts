// The jobs that start for each kind of pull request and deployment, by GitHub's own evaluator of conditions; whose role they take; and what the
// events of an update tell of staging's site, on which production's deployment depends, and on none of its custom hosts.

import { failedResource } from '@petstore/custom-domains/many-hosts';
import { describe, expect, test } from 'vitest';
import { siteProblems } from '../../.github/scripts/site-problems.ts';
import { evaluated } from './expressions.ts';
import { type Job, jobsOf } from './workflows.ts';

const starts = ({ if: condition = '' }: Job, contexts: Readonly<Record<string, object>>): boolean =>
  evaluated(condition.replace(/^\$\{\{(.*)\}\}$/s, '$1'), contexts) === 'true';

const repository = 'us/petstore';
const role = 'arn:aws:iam::123456789012:role/petstore-preview';
const vars = { AWS_PREVIEW_ROLE_STAGING: role, AWS_PREVIEW_ROLE_PRODUCTION: role };
const WITH_ROLE = ['build', 'preview', 'comment'];

test('a merge group is reported on without a role: it has no pull request to comment on', () => {
  const contexts = { github: { repository, event: {} }, vars };
  const jobs = Object.entries(jobsOf('preview')).filter(([, job]) => starts(job, contexts));
  expect(jobs.map(([id]) => id)).toEqual(['report']);
});

test.each<[from: string, by: string, vars: object, started: string[]]>([
  [repository, 'anna', vars, WITH_ROLE],
  [repository, 'anna', {}, ['report', 'comment']],
  [repository, 'anna', { AWS_PREVIEW_ROLE_STAGING: role }, WITH_ROLE],
  [repository, 'anna', { AWS_PREVIEW_ROLE_PRODUCTION: role }, WITH_ROLE],
  ['mallory/petstore', 'mallory', vars, ['report']],
  ['', 'ghost', vars, ['report']],
  [repository, 'dependabot[bot]', vars, ['report']],
])('a pull request from %j by %s, with %j: preview runs %j', (from, by, vars, started) => {
  const pull = { head: { repo: { full_name: from } }, user: { login: by } };
  const contexts = { github: { repository, event: { pull_request: pull } }, vars };
  const jobs = Object.entries(jobsOf('preview'));
  expect(jobs.filter(([, job]) => starts(job, contexts)).map(([id]) => id)).toEqual(started);
  expect(jobs.filter(([, job]) => 'environment' in job)).toEqual([]);
});

describe('a deployment', () => {
  const { ci, build, plan, production } = jobsOf('deploy');

  test('is of main only', () => {
    expect([ci?.if, build?.if]).toEqual(Array(2).fill("github.ref == 'refs/heads/main'"));
  });

  test.each([
    ['success', 'ok', true],
    ['failure', 'ok', true],
    ['success', 'none', true],
    ['failure', undefined, false],
    ['skipped', undefined, false],
  ])('of production is planned where staging is %j, and its site %s: %s', (result, site, expected) => {
    expect(starts(plan as Job, { needs: { staging: { result, outputs: { site } } } })).toBe(expected);
  });

  test.each([
    ['success', '4711', true],
    ['success', '', false],
    ['failure', '4711', false],
    ['skipped', undefined, false],
  ])('of production waits for its approval where the plan is %j: %s', (result, artifact, expected) => {
    const needs = { plan: { result, outputs: { artifact } } };
    expect(starts(production as Job, { needs })).toBe(expected);
  });
});

describe('each stack has a role, a region and a backend of its own', () => {
  const SETUP = '$/.github/actions/setup';
  const STACKS = ['staging', 'production'];
  const value = (name: string, stack: string) => `\${{ vars.${name}_${stack.toUpperCase()} }}`;
  const backend = (stack: string) => ({ PULUMI_BACKEND_URL: value('PULUMI_BACKEND_URL', stack) });

  test.each(STACKS)('in the preview of %s, without the credentials of another', (stack) => {
    const steps = jobsOf('preview').preview?.steps ?? [];
    const index = steps.findIndex(({ run }) => run?.endsWith(`/preview.ts ${stack}`));
    const condition = `\${{ !cancelled() && vars.AWS_PREVIEW_ROLE_${stack.toUpperCase()} != '' }}`;
    expect(steps[index]).toMatchObject({ if: condition, env: backend(stack) });
    const given = steps[index - 1];
    const [arn, region] = [value('AWS_PREVIEW_ROLE', stack), value('AWS_REGION', stack)];
    if (stack === 'staging') return expect(given?.with).toEqual({ role: arn, region });
    expect(given).toMatchObject({
      if: condition,
      with: { 'role-to-assume': arn, 'aws-region': region, 'unset-current-credentials': true },
    });
  });

  test('in the search for drift, and in the plan of production', () => {
    const { detect } = jobsOf('drift');
    const include = STACKS.map((stack) => ({
      ...{ stack, role: value('AWS_PLAN_ROLE', stack), backend: value('PULUMI_BACKEND_URL', stack) },
      region: value('AWS_REGION', stack),
    }));
    const env = { ROLE: `\${{ matrix.role }}`, STACK: `\${{ matrix.stack }}` };
    expect(detect).toMatchObject({ strategy: { matrix: { include } }, env });
    const { plan } = jobsOf('deploy');
    expect(plan?.env?.ROLE).toBe(value('AWS_PLAN_ROLE', 'production'));
    const regions = [detect, plan].map((job) => job?.steps?.find(({ uses }) => uses === SETUP)?.with?.region);
    expect(regions).toEqual([`\${{ matrix.region }}`, value('AWS_REGION', 'production')]);
    const backends = [detect, plan].map((job) =>
      JSON.stringify(job?.steps).match(/(?<="PULUMI_BACKEND_URL":")[^"]*/g),
    );
    expect(backends).toEqual([[`\${{ matrix.backend }}`], [value('PULUMI_BACKEND_URL', 'production')]]);
  });
});

const urn = (type: string, name: string) => `urn:pulumi:staging::petstore::${type}::${name}`;
const validated = 'aws:acm/certificateValidation:CertificateValidation';
const host = urn(`custom-domains:index:CustomHost$${validated}`, 'shop.test-validated');
const api = urn('petstore:api:PetsApi$aws:lambda/function:Function', 'api-function');
const summary = { summaryEvent: { isPreview: false, result: 'failed' } };
const failed = (of: string) => ({ resOpFailedEvent: { metadata: { urn: of, op: 'create' } } });
const error = (message: string, of?: string) => ({
  diagnosticEvent: { urn: of, message, severity: 'error', prefix: 'error: ' },
});
/** The Node.js runtime's report of a promise of a failed resource. */
const rejected = error(
  `Running program 'main.js' failed with an unhandled exception:\nError: resource shop.test-validated [${validated}] failed to register\n`,
);
const log = (...events: object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');

test.each([
  [log(summary), []],
  [log(failed(host), error('CAA_ERROR', host), rejected, summary), []],
  [log(failed(host), error('CAA_ERROR', host), error(failedResource('shop.test-validated')), summary), []],
  [log(failed(host), error(failedResource('api-function')), summary), [failedResource('api-function')]],
  [log({ diagnosticEvent: { message: 'old', severity: 'warning' } }, summary), []],
  [log(failed(api), error('too big', api), summary), ['api-function failed', 'too big']],
  [log(failed(host), error('no zone\n  at x.ts'), summary), ['no zone']],
  [log(failed(host)), ['the update did not reach its end']],
  [log({ summaryEvent: { isPreview: true } }), ['the update did not reach its end']],
  ['', ['the update did not reach its end']],
])('%j', (events, problems) => {
  expect(siteProblems(events)).toEqual(problems);
});
