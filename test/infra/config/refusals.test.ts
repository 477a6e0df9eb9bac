// Edits that are refused with the commands after which they can be made: of a primary, and of a host that others redirect to.
import { expect, test } from 'vitest';
import { addHost, type EditResult, removeHost, setPrimary } from '../../../infra/config/edit/edit.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';

const HEAD = 'config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n';
const file = (text: string) => ({ name: 'Pulumi.x.yaml', text: HEAD + text });
const problemsOf = (result: EditResult) => ('problems' in result ? result.problems : []);
const textOf = (result: EditResult) => ('text' in result ? result.text.slice(HEAD.length) : '');

const REDIRECTED = `  petstore:docs:
    primary: a.dev
    redirects:
      - { from: b.dev, to: a.dev, status: 301 }
      - { from: c.dev, to: a.dev, status: 302 }
`;
const DOMAIN = '  petstore:docs:\n    primary: a.dev\n    domains:\n      - b.dev\n';

function nextPrimary(result: EditResult): string | undefined {
  expect(result).toMatchObject({ problems: [{ code: 'primary-stays', path: 'petstore:docs.primary' }] });
  return /npm run domains -- primary (\S+) --stack x/.exec(problemsOf(result)[0]?.fix ?? '')?.[1];
}

test.each<[string, (text: string) => EditResult]>([
  ['removed', (text) => removeHost(file(text), 'a.dev')],
  ['a redirect', (text) => addHost(file(text), { host: 'a.dev', site: 'docs', redirectTo: 'b.dev' })],
  ['a host of the API', (text) => addHost(file(text), { host: 'a.dev', site: 'api' })],
])('after the command that is named, the former primary can be %s', (_, edit) => {
  for (const text of [DOMAIN, REDIRECTED]) {
    const changed = textOf(setPrimary(file(text), nextPrimary(edit(text)) ?? ''));
    expect(settingsOf('x', file(changed))).toMatchObject({ settings: { docs: { primary: 'b.dev' } } });
    expect(edit(changed)).toHaveProperty('text');
  }
});

test('the next primary: the redirect that was asked for, else a host whose records the stack sets; none is HOST', () => {
  const wanted = addHost(file(REDIRECTED), { host: 'a.dev', site: 'docs', redirectTo: 'c.dev' });
  expect(nextPrimary(wanted)).toBe('c.dev');
  const zoned = `  petstore:zones: { c.dev: { provider: route53 } }\n${REDIRECTED}`;
  expect(nextPrimary(removeHost(file(zoned), 'a.dev'))).toBe('c.dev');
  const alone = file('  petstore:docs: { primary: a.dev }\n');
  expect(nextPrimary(addHost(alone, { host: 'a.dev', site: 'api' }))).toBe('HOST');
});

const LED = `  petstore:zones: { a.dev: { provider: route53 } }
  petstore:api:
    primary: api.a.dev
  petstore:docs:
    primary: a.dev
    domains: [docs.a.dev]
    redirects:
      - { from: old.a.dev, to: DOCS.a.dev, status: 302 }
      - { from: far.a.dev, to: api.a.dev, status: 301 }
`;

// A redirect of the other site is led to the primary of its own.
test.each([
  ['docs.a.dev', 'old.a.dev', 0],
  ['api.a.dev', 'far.a.dev', 1],
])('%s goes once %s does not lead there any more, by one of two commands', (host, from, index) => {
  const [problem, ...more] = problemsOf(removeHost(file(LED), host));
  expect(more).toEqual([]);
  expect(problem).toMatchObject({
    ...{ code: 'redirect-target-unserved', path: `petstore:docs.redirects[${index}].to` },
    commands: [
      `npm run domains -- add ${from} --site docs --redirect-to a.dev --stack x`,
      `npm run domains -- remove ${from} --stack x`,
    ],
  });
  const led = addHost(file(LED), { host: from, site: 'docs', redirectTo: 'a.dev' });
  for (const freed of [led, removeHost(file(LED), from)])
    expect(problemsOf(removeHost(file(textOf(freed)), host))).toEqual([]);
});
