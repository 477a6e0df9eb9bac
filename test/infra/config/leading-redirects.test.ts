// A host that others redirect to is not removed: the refusal names the commands after which it can be.
import { expect, test } from 'vitest';
import { addHost, type EditResult, removeHost } from '../../../infra/config/edit/edit.ts';

const SITES = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:zones: { a.dev: { provider: route53 } }
  petstore:api:
    primary: api.a.dev
  petstore:docs:
    primary: a.dev
    domains: [docs.a.dev]
    redirects:
      - { from: www.a.dev, to: docs.a.dev, status: 301 }
      - { from: old.a.dev, to: DOCS.a.dev, status: 302 }
      - { from: far.a.dev, to: api.a.dev, status: 301 }
`;
const file = (text: string) => ({ name: 'Pulumi.staging.yaml', text });
const problemsOf = (result: EditResult) => ('problems' in result ? result.problems : []);

test('each redirect has its commands, and with them the host can go', () => {
  const lead = (from: string) =>
    `npm run domains -- add ${from} --site docs --redirect-to a.dev --stack staging`;
  const remove = (from: string) => `npm run domains -- remove ${from} --stack staging`;
  const problems = problemsOf(removeHost(file(SITES), 'Docs.a.dev'));
  expect(problems).toEqual(
    ['www.a.dev', 'old.a.dev'].map((from, index) => ({
      code: 'redirect-target-unserved',
      path: `petstore:docs.redirects[${index}].to`,
      what: `"${from}" redirects to "docs.a.dev"`,
      fix: `lead it elsewhere first: ${lead(from)}; or remove it: ${remove(from)}`,
      commands: [lead(from), remove(from)],
    })),
  );
  const led = addHost(file(SITES), { host: 'www.a.dev', site: 'docs', redirectTo: 'a.dev' });
  expect(addHost(file(SITES), { host: 'old.a.dev', site: 'docs', redirectTo: 'a.dev' })).toEqual({
    text: SITES.replace('to: DOCS.a.dev, status: 302', 'to: a.dev, status: 302'),
  });
  const freed = 'text' in led ? removeHost(file(led.text), 'old.a.dev') : led;
  expect(problemsOf('text' in freed ? removeHost(file(freed.text), 'docs.a.dev') : freed)).toEqual([]);
});

test('a redirect of the other site is led to the primary of its own', () => {
  const alone = SITES.replace('    domains: [docs.a.dev]\n', '').replace(/ {6}- .*(www|old).*\n/g, '');
  expect(problemsOf(removeHost(file(alone), 'api.a.dev')).map(({ fix }) => fix)).toEqual([
    'lead it elsewhere first: npm run domains -- add far.a.dev --site docs --redirect-to a.dev --stack staging; or remove it: npm run domains -- remove far.a.dev --stack staging',
  ]);
});
