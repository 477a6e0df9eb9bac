// The form of "Add domain": what is typed becomes the host to declare, and what no form sends has its default.
import { expect, test } from 'vitest';
import { addForm, newHost } from '../../../../cli/domains/open/edits/form.ts';
import { lineDiff } from '../../../../cli/domains/open/edits/preview.ts';

const DEFAULTS = { stack: '', host: '', kind: 'host', site: 'docs', to: '', status: '', base: '' };

test.each<[string, Readonly<Record<string, unknown>>, object]>([
  ['nothing', {}, {}],
  ['a host as it is typed', { host: '  Shop.Example.COM. ' }, { host: 'shop.example.com' }],
  ['what is no host, as it is', { host: ' a_b.example.com ' }, { host: 'a_b.example.com' }],
  [
    'the others, without the spaces around',
    { stack: ' staging ', to: ' b.example ', base: 'x' },
    { stack: 'staging', to: 'b.example', base: 'x' },
  ],
  [
    'values that the form offers',
    { kind: 'redirect', site: 'api', status: '302' },
    { kind: 'redirect', site: 'api', status: '302' },
  ],
  ['values that it does not', { kind: 'x', site: 'x', status: '200', to: 5, host: ['a'] }, {}],
  ['a text of 2000 characters', { to: 'x'.repeat(2_000) }, { to: 'x'.repeat(2_000) }],
  ['a longer one', { to: 'x'.repeat(2_001) }, {}],
])('%s', (_, values, form) => {
  expect(addForm(values)).toEqual({ ...DEFAULTS, ...form });
});

test('a host of a site has no redirect, and a redirect its status where one is chosen', () => {
  const values = { host: 'a.example', site: 'api', to: 'b.example', status: '307' };
  const host = { host: 'a.example', site: 'api' };
  expect(newHost(addForm(values))).toEqual(host);
  const redirect = { ...values, kind: 'redirect' };
  expect(newHost(addForm(redirect))).toEqual({ ...host, redirectTo: 'b.example', status: 307 });
  expect(newHost(addForm({ ...redirect, status: '' })).status).toBeUndefined();
});

test('the lines that a change adds and removes, with one unchanged line around them', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh\n';
  const shown = (after: string) => lineDiff(before, after).map(({ kind, text }) => `${kind} ${text}`);
  expect(shown(before)).toEqual([]);
  expect(shown(before.replace('c', 'x'))).toEqual(['same b', 'removed c', 'added x', 'same d']);
  expect(shown(`${before.replace('a\n', '')}`)).toEqual(['removed a', 'same b']);
  expect(shown(before.replace('h\n', 'h'))).toEqual(['same g', 'removed h', 'added h']);
});
