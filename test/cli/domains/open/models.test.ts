// What the pages decide by themselves: the form, the order of hosts, what each name server has.
import { describe, expect, test } from 'vitest';
import type { HostView } from '../../../../cli/domains/open/live/stacks.ts';
import { addForm } from '../../../../cli/domains/open/pages/add.ts';
import {
  foundRecords,
  stateOf,
  troubleOf,
  urgencyOf,
} from '../../../../cli/domains/open/pages/components.ts';
import type { HostStatus } from '../../../../cli/domains/status/host-status.ts';

describe('the form of "Add domain"', () => {
  const DEFAULTS = { stack: '', host: '', kind: 'host', site: 'docs', to: '', status: '', base: '' };
  const OFFERED = { kind: 'redirect', site: 'api', status: '302' };

  test.each<[string, Readonly<Record<string, unknown>>, object]>([
    ['nothing', {}, {}],
    ['what is not a host, as it is', { host: ' a_b.example.com ' }, { host: 'a_b.example.com' }],
    [
      'the others, trimmed',
      { stack: ' staging ', to: ' b.x ', base: 'x' },
      { stack: 'staging', to: 'b.x', base: 'x' },
    ],
    ['values that the form offers', OFFERED, OFFERED],
    ['values that it does not', { kind: 'x', site: 'x', status: '200', to: 5, host: ['a'] }, {}],
  ])('%s', (_, values, form) => {
    expect(addForm(values)).toEqual({ ...DEFAULTS, ...form });
  });
});

describe('a host in a few words', () => {
  const viewOf = (view: object) => ({ steps: [], ...view }) as unknown as HostView;
  const warning = { severity: 'warning', code: 'remembered-for', found: 'the old record is remembered' };
  const blocking = { severity: 'blocked', code: 'conflicting-record', found: 'an A record' };
  const unreadable = { severity: 'blocked', code: 'dns-unreadable', found: 'no SOA record' };
  const steps = [
    { mark: 'ok', text: 'requested' },
    { mark: 'bad', text: 'the certificate failed' },
  ];
  const both = { findings: [warning, blocking] };

  test.each<[string, object, urgency: number, trouble: string | undefined]>([
    [
      'no response, first of all',
      { status: { state: 'blocked', ...both, fault: 'no response' }, steps },
      0,
      'no response',
    ],
    ['what blocks it', { status: { state: 'blocked', ...both }, steps }, 0, 'an A record'],
    ['what could not be read', { status: { state: 'blocked', findings: [unreadable] } }, 1, unreadable.found],
    ['a warning', { status: { state: 'live', findings: [warning] } }, 1, warning.found],
    ['not read yet', {}, 2, undefined],
    ['its certificate is issued now', { status: { state: 'issuing' } }, 2, undefined],
    ['live', { status: { state: 'live' } }, 3, undefined],
  ])('%s', (_name, view, urgency, trouble) => {
    expect([urgencyOf(viewOf(view)), troubleOf(viewOf(view))]).toEqual([urgency, trouble]);
    expect(stateOf(viewOf(view)) === 'blocked').toBe(trouble === blocking.found || trouble === 'no response');
  });
});

test('what each name server has: records of the name, nothing, no response, and a referral', () => {
  const host = 'shop.example.com';
  const record = (name: string, type: string, value: string) => ({ name, type, ttl: 60, value });
  const chain = [record(host, 'CNAME', 'cdn.example.net')];
  const answers = [
    { kind: 'found', chain, records: [record('cdn.example.net', 'A', '192.0.2.1')] },
    { kind: 'empty', chain: [] },
    { kind: 'failed', detail: 'no response within 5 s' },
    { kind: 'referral', zone: host },
  ];
  const markup = (views: readonly object[]) =>
    foundRecords({ plan: { host }, checked: { observation: { views } } } as unknown as HostStatus).markup;
  const all = markup(answers.map((A, index) => ({ server: `ns${index}`, answers: { A } })));
  expect(all.match(/<td>(?!<code>shop\.example\.com<\/code>).*?<\/td>/g)).toEqual([
    '<td><code>60 CNAME cdn.example.net</code></td>',
    '<td>nothing</td>',
    '<td><code>not read: no response within 5 s</code></td>',
    `<td><code>refers to the servers of ${host}</code></td>`,
  ]);
  expect(markup([])).not.toContain('<table>');
});
