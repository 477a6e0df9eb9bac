// The primary of a site is changed by a person: the lines that the refusal names are the lines to change.
import { expect, test } from 'vitest';
import { addHost, type EditResult, removeHost } from '../../../infra/config/edit/edit.ts';
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

/** As a person does it: each line that is named is there once. */
function byHand(text: string, fix: string): string {
  const changes = [...fix.matchAll(/"([^"]+)" becomes "([^"]+)"/g)];
  expect(changes.length).toBeGreaterThan(1);
  return changes.reduce((changed, [, before = '', after = '']) => {
    expect(changed.split(before)).toHaveLength(2);
    return changed.replace(before, after);
  }, text);
}

test('a primary and its redirect change places, and the other redirects follow', () => {
  const fix = refusal(addHost(file(REDIRECTED), { host: 'a.dev', site: 'docs', redirectTo: 'b.dev' }));
  expect(fix).toBe(
    'edit Pulumi.x.yaml by hand: "primary: a.dev" becomes "primary: b.dev", ' +
      '"from: b.dev, to: a.dev" becomes "from: a.dev, to: b.dev", ' +
      '"from: c.dev, to: a.dev" becomes "from: c.dev, to: b.dev"; ' +
      'then b.dev is the primary, and this can be repeated if it is still needed',
  );
  const swapped = byHand(REDIRECTED, fix);
  expect(settingsOf('x', file(swapped))).toMatchObject({ settings: { docs: { primary: 'b.dev' } } });
});

test.each<[string, (text: string) => EditResult]>([
  ['removed', (text) => removeHost(file(text), 'a.dev')],
  ['a redirect', (text) => addHost(file(text), { host: 'a.dev', site: 'docs', redirectTo: 'b.dev' })],
  ['a host of the API', (text) => addHost(file(text), { host: 'a.dev', site: 'api' })],
])('after the lines are changed, the former primary can be %s', (_, edit) => {
  for (const text of [DOMAIN, REDIRECTED]) {
    const changed = byHand(text, refusal(edit(text)));
    expect(settingsOf('x', file(changed))).toMatchObject({ settings: { docs: { primary: 'b.dev' } } });
    expect(edit(changed)).toHaveProperty('text');
  }
});

test('a site with one host needs another first', () => {
  const text = '  petstore:docs: { primary: a.dev }\n';
  expect(refusal(addHost(file(text), { host: 'a.dev', site: 'api' }))).toBe(
    'add another host to docs first: it can become the primary',
  );
});
