// Edits of stack files: the changes in each layout, a host that becomes the primary of its site, and refused edits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addHost,
  type EditResult,
  listHost,
  type NewHost,
  remainingProblems,
  removeHost,
  setPrimary,
} from '../../../infra/config/edit/edit.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';
import { CHECKOUT } from '../../checkout.ts';
import { textOf } from './stack.ts';

const HEAD = 'config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n';
const file = (text: string) => ({ name: 'Pulumi.x.yaml', text });

function codes(result: EditResult): string[] {
  return 'problems' in result ? result.problems.map(({ code, path }) => `${code} ${path}`) : [];
}

/** A docs site as text, without the head that every case has. */
function siteOf(result: EditResult): string {
  const text = textOf(result);
  expect(text.startsWith(HEAD)).toBe(true);
  return text.slice(HEAD.length);
}

function adding(text: string, host: Partial<NewHost> = {}): EditResult {
  return addHost(file(text), { host: 'new.dev', site: 'docs', ...host });
}

const DOCS = '  petstore:docs:\n    primary: a.dev\n';
const list = (key: string, ...items: string[]) =>
  `    ${key}:\n${items.map((item) => `      - ${item}\n`).join('')}`;

const BELOW = '      # d\n';

test.each([
  ['', '  petstore:docs:\n    primary: new.dev\n'],
  ['  petstore:docs: # none yet\n', '  petstore:docs: { primary: new.dev } # none yet\n'],
  ['  petstore:docs: {}\n', '  petstore:docs: { primary: new.dev }\n'],
  ['  petstore:docs: null # c\n', '  petstore:docs: { primary: new.dev } # c\n'],
  [`${DOCS}# end\n`, `${DOCS}${list('domains', 'new.dev')}# end\n`],
  [`${DOCS}    redirects: []\n`, `${DOCS}${list('domains', 'new.dev')}    redirects: []\n`],
  ['  petstore:docs: { primary: a.dev }\n', '  petstore:docs: { primary: a.dev, domains: [new.dev] }\n'],
  [`${DOCS}    domains: # none\n`, `${DOCS}    domains: # none\n      - new.dev\n`],
  [`${DOCS}    domains: [ ]\n`, DOCS + list('domains', 'new.dev')],
  // In one line, the hosts that two pull requests add would conflict.
  [
    `${DOCS}    domains: [ 'b.dev', c.dev ] # c\n`,
    `${DOCS}    domains: # c\n      - 'b.dev'\n      - c.dev\n      - new.dev\n`,
  ],
  [DOCS + list('domains', 'b.dev # c') + BELOW, DOCS + list('domains', 'b.dev # c', 'new.dev') + BELOW],
  // A confirmed removal of the host is withdrawn.
  [
    `${DOCS}  petstore:removals: [new.dev, old.dev]\n`,
    `${DOCS}${list('domains', 'new.dev')}  petstore:removals: [old.dev]\n`,
  ],
])('a domain is added: %j', (before, after) => {
  expect(siteOf(adding(HEAD + before))).toBe(after);
});

describe('a redirect is added, or a declared host becomes one', () => {
  const to = { redirectTo: 'a.dev' };
  const first = '{ from: b.dev, to: a.dev, status: 302 }';
  const second = '{ from: new.dev, to: a.dev, status: 301 }';
  const elsewhere = '{ from: new.dev, to: "https://b.dev/x,y", status: 307 }';
  const blocks = `${DOCS}    redirects:\n    - from: b.dev\n      to: a.dev\n      status: 302 # c\n`;
  const redirect = (item: string) =>
    `${DOCS}    # Kept.\n    redirects:\n      # Two.\n      - ${item} # old\n`;

  test.each<[Partial<NewHost>, string, string]>([
    [to, DOCS, DOCS + list('redirects', second)],
    [to, DOCS + list('redirects', first), DOCS + list('redirects', first, second)],
    [to, `${DOCS}    redirects: [${first}]\n`, DOCS + list('redirects', first, second)],
    [to, blocks, `${blocks}    - ${second}\n`],
    [{ redirectTo: 'https://b.dev/x,y', status: 307 }, DOCS, DOCS + list('redirects', elsewhere)],
    // 308 keeps the method of a request, which the API needs.
    [
      { site: 'api', ...to },
      '  petstore:api: { primary: a.dev }\n',
      '  petstore:api: { primary: a.dev, redirects: [{ from: new.dev, to: a.dev, status: 308 }] }\n',
    ],
    [
      { host: 'New.dev.', ...to },
      `${DOCS}    domains: [new.dev, c.dev]\n`,
      `${DOCS}    domains: [c.dev]\n${list('redirects', second)}`,
    ],
    [
      { redirectTo: 'https://c.dev', status: 302 },
      redirect(second),
      redirect(second.replace('a.dev, status: 301', 'https://c.dev, status: 302')),
    ],
    [{}, `${DOCS}    domains: [new.dev]\n`, `${DOCS}    domains: [new.dev]\n`],
    [{ host: 'A.dev' }, DOCS, DOCS],
  ])('%j: %j', (host, before, after) => {
    expect(siteOf(adding(HEAD + before, host))).toBe(after);
  });
});

test.each([
  [`${DOCS}    domains: # c\n      - b.dev\n${BELOW}`, 'b.dev', DOCS + BELOW],
  [`${DOCS}    domains: [ b.dev ] # c\n`, 'b.dev', DOCS],
  [`${DOCS}    domains: # c\n      # d\n      - b.dev\n`, 'b.dev', `${DOCS}    domains: [] # c\n      # d\n`],
  [
    `${DOCS}    redirects:\n      - from: b.dev\n        to: a.dev\n        status: 301\n      - { from: c.dev, to: a.dev, status: 301 }\n`,
    'b.dev',
    `${DOCS}    redirects:\n      - { from: c.dev, to: a.dev, status: 301 }\n`,
  ],
  [`${DOCS}  petstore:shards: 1\n`, 'a.dev', '  petstore:shards: 1\n'],
  // A problem that the file has already does not prevent it, though its place in the list changes.
  [`${DOCS}    domains: [b.dev, bad_name.dev]\n`, 'b.dev', `${DOCS}    domains: [bad_name.dev]\n`],
  [`${DOCS}    domains: [b.dev]\n  petstore:verified:\n    - b.dev\n`, 'b.dev', DOCS],
  [
    `${DOCS}    domains: [b.dev]\n  petstore:adopt: [{ host: b.dev, distribution: E2EXAMPLE12345 }]\n  petstore:ttl: { A.dev: 60, b.dev: 60 }\n`,
    'b.dev',
    `${DOCS}  petstore:ttl: { A.dev: 60 }\n`,
  ],
])('a host is removed: %j', (before, host, after) => {
  expect(siteOf(removeHost(file(HEAD + before), host))).toBe(after);
});

test('a verified host is listed once, and a removal confirmed', () => {
  const text = `${HEAD}${DOCS}`;
  const once = textOf(listHost(file(text), 'petstore:verified', 'A.dev'));
  expect(once).toBe(`${text}  petstore:verified:\n    - a.dev\n`);
  expect(textOf(listHost(file(once), 'petstore:verified', 'a.dev'))).toBe(once);
  const removal = listHost(file(HEAD), 'petstore:removals', 'old.dev');
  expect(siteOf(removal)).toBe('  petstore:removals:\n    - old.dev\n');
});

describe('refused', () => {
  const docs = file(`${HEAD}${DOCS}`);
  const inZone = file(`${docs.text}  petstore:zones: { a.dev: { provider: route53 } }\n`);
  test.each<[EditResult, string[]]>([
    [adding(docs.text, { host: 'a_b.dev' }), ['host-bad-character petstore:docs.domains[0]']],
    [adding(docs.text, { redirectTo: 'c.dev' }), ['redirect-target-unserved petstore:docs.redirects[0].to']],
    [adding(HEAD, { redirectTo: 'https://c.dev' }), ['primary-missing petstore:docs.primary']],
    [removeHost(docs, 'b.dev'), ['host-unknown Pulumi.x.yaml']],
    [listHost(inZone, 'petstore:verified', 'a.dev'), ['verified-in-zone petstore:verified[0]']],
    [adding(`${HEAD}  x:y: &l [b.dev]\n${DOCS}    domains: *l\n`), ['cannot-edit Pulumi.x.yaml']],
    [adding(`${HEAD}${DOCS}    domains: &l [b.dev]\n  x:y: *l\n`), ['cannot-edit Pulumi.x.yaml']],
    [adding(`${HEAD}${DOCS}    domains: [b.dev,\n      c.dev]\n`), ['cannot-edit Pulumi.x.yaml']],
    [adding('config: ['), ['bad-yaml Pulumi.x.yaml']],
    [adding(''), ['cannot-edit Pulumi.x.yaml']],
  ])('%j', (result, expected) => {
    expect(codes(result)).toEqual(expected);
  });
});

test('in the local stack file, a first redirect comes after a commented-out domain', () => {
  const local = file(readFileSync(join(CHECKOUT, 'Pulumi.local.yaml'), 'utf8'));
  const redirectTo = 'api.petstore.localhost';
  expect(textOf(addHost(local, { host: 'old.petstore.localhost', site: 'api', redirectTo }))).toContain(
    'this line deploys the host\n    redirects:\n      - { from: old.',
  );
});

test('the only item of a list with a comment has its place again after it was removed', () => {
  const text = `${HEAD}${DOCS}    redirects:\n      # Old links.\n      - { from: w.dev, to: a.dev, status: 301 }\n# end\n`;
  const removed = textOf(removeHost(file(text), 'w.dev'));
  expect(textOf(adding(removed, { host: 'w.dev', redirectTo: 'a.dev' }))).toBe(text);
});

test('a section has the indent of its file, and a comment stays below', () => {
  const dense = (docs: string) =>
    `config:\n    petstore:plan: pro\n    petstore:api:\n        primary: api.dev\n${docs}    # About the docs.\n`;
  const after = dense('    petstore:docs:\n        primary: a.dev\n');
  expect(textOf(adding(dense(''), { host: 'a.dev' }))).toBe(after);
});

test('a file is judged as that of its stack: the local one may have a release of a minute', () => {
  const text = `${HEAD}  petstore:release: { canaryPercent: 10, minutes: 1 }\n`;
  const judged = (name: string) => remainingProblems({ name, text }, text).length;
  expect(['Pulumi.local.yaml', 'Pulumi.x.yaml'].map(judged)).toEqual([0, 1]);
});

const sites = (primary: string, other: string) => `  petstore:docs:
    primary: ${primary} # the public address
    redirects:
      # from the old name
      - { from: ${other}, to: ${primary}, status: 302 } # for now
      - { from: c.dev, to: "https://${primary}/guide", status: 301 }
      - from: d.dev
        to: '${primary}'
        status: 308
      - { from: e.dev, to: "https://a.dev.elsewhere.example", status: 301 }
  petstore:api:
    primary: api.dev
    redirects: [{ from: old-api.dev, to: ${primary}, status: 308 }]
`;
const PRIMARY = sites('a.dev', 'b.dev');
const SWAPPED = sites('b.dev', 'a.dev');

test.each([
  ['a redirect, and the others follow', PRIMARY, 'B.dev.', SWAPPED],
  ['the former primary', SWAPPED, 'a.dev', PRIMARY],
  ['the primary already', PRIMARY, 'a.dev', PRIMARY],
  [
    'a domain',
    `  petstore:docs: { primary: "a.dev", domains: [c.dev, 'b.dev'] }\n`,
    'b.dev',
    `  petstore:docs: { primary: "b.dev", domains: [c.dev, 'a.dev'] }\n`,
  ],
  [
    'a redirect that led elsewhere',
    '  petstore:docs:\n    primary: a.dev\n    redirects: [{ from: b.dev, to: "https://shop.example/x", status: 307 }]\n',
    'b.dev',
    '  petstore:docs:\n    primary: b.dev\n    redirects: [{ from: a.dev, to: "b.dev", status: 307 }]\n',
  ],
  [
    'a name in another form',
    '  petstore:docs:\n    primary: Büro.dev\n    domains: [B.dev.]\n',
    'b.dev',
    '  petstore:docs:\n    primary: B.dev.\n    domains: [Büro.dev]\n',
  ],
])('the new primary was %s', (_, before, host, after) => {
  const swapped = setPrimary(file(HEAD + before), host);
  expect(siteOf(swapped)).toBe(after);
  expect(settingsOf('x', file(textOf(swapped)))).toHaveProperty('settings.docs.primary');
});

test.each<[string, string]>([
  ['  petstore:docs: { primary: a.dev }\n', 'host-unknown'],
  ['  x:y: &b b.dev\n  petstore:docs: { primary: a.dev, domains: [*b] }\n', 'cannot-edit'],
  ['  petstore:docs: { primary: a.dev, domains: [&b b.dev] }\n  x:y: *b\n', 'cannot-edit'],
  ['  petstore:docs:\n    primary: a.dev\n    domains:\n      - >-\n        b.dev\n', 'cannot-edit'],
])('no primary becomes of %j', (text, code) => {
  expect(setPrimary(file(HEAD + text), 'b.dev')).toMatchObject({ problems: [{ code }] });
});

const LED = `  petstore:docs:
    { primary: a.dev, domains: [b.dev], redirects: [{ from: c.dev, to: b.dev, status: 301 }] }
`;
const stays = { code: 'primary-stays', path: 'petstore:docs.primary' };
test.each([
  ['a primary is not removed', removeHost(file(HEAD + PRIMARY), 'a.dev'), stays],
  ['nor a redirect', adding(HEAD + PRIMARY, { host: 'a.dev', redirectTo: 'c.dev' }), stays],
  ['nor a host of the API', adding(HEAD + PRIMARY, { host: 'a.dev', site: 'api' }), stays],
  ['a target is not removed', removeHost(file(HEAD + LED), 'b.dev'), { code: 'redirect-target-unserved' }],
])('%s', (_, result, problem) => {
  expect(result).toMatchObject({ problems: [problem] });
});
