// `add` and `remove` refuse a site's primary, and name the command that makes another host the primary.
import { expect, test } from 'vitest';
import { addHost, type EditResult, removeHost, setPrimary } from '../../../infra/config/edit/edit.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';

const HEAD = 'config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n';
const file = (text: string) => ({ name: 'Pulumi.x.yaml', text: HEAD + text });

const REDIRECTED = `  petstore:docs:
    primary: a.dev
    redirects:
      - { from: b.dev, to: a.dev, status: 301 }
      - { from: c.dev, to: a.dev, status: 302 }
`;
const DOMAIN = '  petstore:docs:\n    primary: a.dev\n    domains:\n      - b.dev\n';

function refusal(result: EditResult): string {
  expect(result).toMatchObject({ problems: [{ code: 'primary-stays', path: 'petstore:docs.primary' }] });
  return 'problems' in result ? (result.problems[0]?.fix ?? '') : '';
}

const COMMAND = /npm run domains -- primary (\S+) --stack x/;

test.each<[string, (text: string) => EditResult]>([
  ['removed', (text) => removeHost(file(text), 'a.dev')],
  ['a redirect', (text) => addHost(file(text), { host: 'a.dev', site: 'docs', redirectTo: 'b.dev' })],
  ['a host of the API', (text) => addHost(file(text), { host: 'a.dev', site: 'api' })],
])('after the command that is named, the former primary can be %s', (_, edit) => {
  for (const text of [DOMAIN, REDIRECTED]) {
    const [, next = ''] = COMMAND.exec(refusal(edit(text))) ?? [];
    const swapped = setPrimary(file(text), next);
    const changed = 'text' in swapped ? swapped.text.slice(HEAD.length) : '';
    expect(settingsOf('x', file(changed))).toMatchObject({ settings: { docs: { primary: 'b.dev' } } });
    expect(edit(changed)).toHaveProperty('text');
  }
});

test('the redirect that was asked for is the next primary, else a host whose records the stack sets', () => {
  const wanted = addHost(file(REDIRECTED), { host: 'a.dev', site: 'docs', redirectTo: 'c.dev' });
  expect(refusal(wanted)).toContain('primary c.dev --stack x');
  const zoned = `  petstore:zones: { c.dev: { provider: route53 } }\n${REDIRECTED}`;
  expect(refusal(removeHost(file(zoned), 'a.dev'))).toContain('primary c.dev --stack x');
});

test('a site with one host needs another first', () => {
  const text = '  petstore:docs: { primary: a.dev }\n';
  expect(refusal(addHost(file(text), { host: 'a.dev', site: 'api' }))).toBe(
    'add another host to docs first, and make it the primary: npm run domains -- primary HOST --stack x',
  );
});
