// Edits of stack files: the changes in each layout, and refused edits.
import { describe, expect, test } from 'vitest';
import {
  addHost,
  addRemoval,
  addVerified,
  type EditResult,
  type NewHost,
  removeHost,
} from '../../../infra/config/edit/edit.ts';

const HEAD = 'config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n';
const file = (text: string) => ({ name: 'Pulumi.x.yaml', text });

function textOf(result: EditResult): string {
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.text;
}

function codes(result: EditResult): string[] {
  return 'problems' in result ? result.problems.map(({ code, path }) => `${code} ${path}`) : [];
}

/** A docs site as text, without the head that every case has. */
function added(site: string, host: Partial<NewHost> = {}): string {
  const result = addHost(file(HEAD + site), { host: 'new.dev', site: 'docs', ...host });
  const text = textOf(result);
  expect(text.startsWith(HEAD)).toBe(true);
  return text.slice(HEAD.length);
}

function removed(site: string, host: string): string {
  const text = textOf(removeHost(file(HEAD + site), host));
  expect(text.startsWith(HEAD)).toBe(true);
  return text.slice(HEAD.length);
}

const DOCS = '  petstore:docs:\n    primary: a.dev\n';

test('a problem that the file has already, and whose place in a list changes, does not prevent a removal', () => {
  const site = (...domains: string[]) =>
    `${DOCS}    domains:\n${domains.map((name) => `      - ${name}\n`).join('')}`;
  expect(removed(site('old.dev', 'bad_name.dev', 'good.dev'), 'old.dev')).toBe(
    site('bad_name.dev', 'good.dev'),
  );
});

describe('a domain is added', () => {
  test.each([
    ['', '  petstore:docs:\n    primary: new.dev\n'],
    ['  petstore:docs: # none yet\n', '  petstore:docs: # none yet\n    primary: new.dev\n'],
    ['  petstore:docs: {}\n', '  petstore:docs: { primary: new.dev }\n'],
    [`${DOCS}# end\n`, `${DOCS}    domains: [new.dev]\n# end\n`],
    [`${DOCS}    redirects: []\n`, `${DOCS}    domains: [new.dev]\n    redirects: []\n`],
    [DOCS.trimEnd(), `${DOCS}    domains: [new.dev]`],
    ['  petstore:docs: { primary: a.dev }\n', '  petstore:docs: { primary: a.dev, domains: [new.dev] }\n'],
    [`${DOCS}    domains: # none\n`, `${DOCS}    domains: [new.dev] # none\n`],
    [`${DOCS}    domains: [ ]\n`, `${DOCS}    domains: [new.dev]\n`],
    [`${DOCS}    domains: [ b.dev, ]\n`, `${DOCS}    domains: [ b.dev, new.dev, ]\n`],
    [
      `${DOCS}    domains:\n      - b.dev # c\n      # d\n`,
      `${DOCS}    domains:\n      - b.dev # c\n      - new.dev\n      # d\n`,
    ],
    [`${DOCS}    domains: ['b.dev']\n`, `${DOCS}    domains: ['b.dev', 'new.dev']\n`],
    [
      `${DOCS}    domains: [\n      b.dev # c\n    ]\n`,
      `${DOCS}    domains: [\n      b.dev, # c\n      new.dev\n    ]\n`,
    ],
    [
      `${DOCS}    domains: [b.dev,\n      c.dev] # c\n`,
      `${DOCS}    domains: [b.dev,\n      c.dev,\n      new.dev] # c\n`,
    ],
  ])('%j', (before, after) => {
    expect(added(before)).toBe(after);
  });

  test('with the indent of the file', () => {
    const text =
      'config:\n    aws:region: eu-west-1\n    petstore:plan: pro\n    petstore:api:\n        primary: a.dev\n';
    const result = textOf(addHost(file(text), { host: 'new.dev', site: 'docs' }));
    expect(result).toBe(`${text}    petstore:docs:\n        primary: new.dev\n`);
  });

  test('and a confirmed removal is withdrawn', () => {
    expect(added(`${DOCS}  petstore:removals: [new.dev, old.dev]\n`)).toBe(
      `${DOCS}    domains: [new.dev]\n  petstore:removals: [old.dev]\n`,
    );
  });
});

describe('a redirect is added', () => {
  const to = { redirectTo: 'a.dev' };
  const first = '{ from: b.dev, to: a.dev, status: 302 }';
  const second = '{ from: new.dev, to: a.dev, status: 301 }';

  test.each([
    [DOCS, `${DOCS}    redirects:\n      - ${second}\n`],
    [
      `${DOCS}    redirects:\n      - ${first}\n`,
      `${DOCS}    redirects:\n      - ${first}\n      - ${second}\n`,
    ],
    [`${DOCS}    redirects: [${first}]\n`, `${DOCS}    redirects: [${first}, ${second}]\n`],
    [
      `${DOCS}    redirects:\n    - from: b.dev\n      to: a.dev\n      status: 302 # c\n`,
      `${DOCS}    redirects:\n    - from: b.dev\n      to: a.dev\n      status: 302 # c\n    - from: new.dev\n      to: a.dev\n      status: 301\n`,
    ],
  ])('%j', (before, after) => {
    expect(added(before, to)).toBe(after);
  });

  test('with its status, and a target in quotes where YAML needs them', () => {
    const host = { redirectTo: 'https://b.dev/x,y', status: 307 } as const;
    expect(added(DOCS, host)).toContain('- { from: new.dev, to: "https://b.dev/x,y", status: 307 }\n');
  });

  test('of the api with 308, which keeps the method', () => {
    const text = `${HEAD}  petstore:api: { primary: a.dev }\n`;
    const result = textOf(addHost(file(text), { host: 'new.dev', site: 'api', ...to }));
    expect(result).toContain('redirects: [{ from: new.dev, to: a.dev, status: 308 }] }');
  });
});

describe('a host is removed', () => {
  test.each([
    [`${DOCS}    domains: # c\n      # d\n      - b.dev\n`, 'b.dev', `${DOCS}      # d\n`],
    [`${DOCS}    domains:\n      - b.dev\n      - c.dev`, 'C.dev.', `${DOCS}    domains:\n      - b.dev`],
    [`${DOCS}    domains: [ b.dev ] # c\n`, 'b.dev', `${DOCS}    domains: [] # c\n`],
    [
      `${DOCS}    domains: [\n      b.dev, # b\n      c.dev # c\n    ]\n`,
      'c.dev',
      `${DOCS}    domains: [\n      b.dev, # b\n    ]\n`,
    ],
    [
      `${DOCS}    redirects:\n      - from: b.dev\n        to: a.dev\n        status: 301\n      - { from: c.dev, to: a.dev, status: 301 }\n`,
      'b.dev',
      `${DOCS}    redirects:\n      - { from: c.dev, to: a.dev, status: 301 }\n`,
    ],
    [`${DOCS}  petstore:shards: 1\n`, 'a.dev', '  petstore:shards: 1\n'],
    [`${DOCS}    domains: [b.dev]\n  petstore:verified:\n    - b.dev\n`, 'b.dev', DOCS],
  ])('%j', (before, host, after) => {
    expect(removed(before, host)).toBe(after);
  });
});

describe('a declared host is changed in one edit', () => {
  const text = `${HEAD}${DOCS}    domains: [b.dev, c.dev]\n`;
  const redirected = `${HEAD}${DOCS}    domains: [c.dev]\n    redirects:\n      - { from: b.dev, to: a.dev, status: 301 }\n`;

  test('a domain becomes a redirect', () => {
    expect(textOf(addHost(file(text), { host: 'B.dev', site: 'docs', redirectTo: 'a.dev' }))).toBe(
      redirected,
    );
  });

  test('a redirect that gets another target and status keeps its place and its comments', () => {
    const own = 'to: a.dev, status: 301 }';
    const commented = `${HEAD}${DOCS}    domains: [c.dev]\n    # Kept for the links of 2019.\n    redirects:\n      # Both of them.\n      - { from: b.dev, ${own} # old\n      - { from: d.dev, to: a.dev, status: 301 }\n`;
    const added = { host: 'B.dev', site: 'docs', redirectTo: 'c.dev', status: 302 } as const;
    expect(textOf(addHost(file(commented), added))).toBe(commented.replace(own, 'to: c.dev, status: 302 }'));
  });

  test.each(['a.dev', 'B.dev'])('%s serves the site already: the file stays as it is', (host) => {
    expect(textOf(addHost(file(text), { host, site: 'docs' }))).toBe(text);
  });
});

test('a verified host is listed once', () => {
  const text = `${HEAD}${DOCS}`;
  const once = textOf(addVerified(file(text), 'A.dev'));
  expect(once).toBe(`${text}  petstore:verified: [a.dev]\n`);
  expect(textOf(addVerified(file(once), 'a.dev'))).toBe(once);
});

test('a removal is confirmed', () => {
  expect(textOf(addRemoval(file(HEAD), 'old.dev'))).toBe(`${HEAD}  petstore:removals: [old.dev]\n`);
});

describe('refused', () => {
  const docs = file(`${HEAD}${DOCS}`);
  test.each<[EditResult, string[]]>([
    [addHost(docs, { host: 'a_b.dev', site: 'docs' }), ['host-bad-character petstore:docs.domains[0]']],
    [addHost(docs, { host: 'A.dev', site: 'api' }), ['primary-stays petstore:docs.primary']],
    [
      addHost(docs, { host: 'b.dev', site: 'docs', redirectTo: 'c.dev' }),
      ['redirect-target-unserved petstore:docs.redirects[0].to'],
    ],
    [
      addHost(file(HEAD), { host: 'b.dev', site: 'docs', redirectTo: 'https://c.dev' }),
      ['primary-missing petstore:docs.primary'],
    ],
    [removeHost(docs, 'b.dev'), ['host-unknown Pulumi.x.yaml']],
    [
      removeHost(file(`${docs.text}    domains: [b.dev]\n`), 'a.dev'),
      ['primary-stays petstore:docs.primary'],
    ],
    [
      addVerified(file(`${docs.text}  petstore:zones: { a.dev: { provider: route53 } }\n`), 'a.dev'),
      ['verified-in-zone petstore:verified[0]'],
    ],
    [
      addHost(file(`${HEAD}  x:y: &l [b.dev]\n${DOCS}    domains: *l\n`), { host: 'new.dev', site: 'docs' }),
      ['cannot-edit Pulumi.x.yaml'],
    ],
    [
      addHost(file(`${HEAD}${DOCS}    domains: &l [b.dev]\n  x:y: *l\n`), { host: 'new.dev', site: 'docs' }),
      ['cannot-edit Pulumi.x.yaml'],
    ],
    [addHost(file('config: ['), { host: 'new.dev', site: 'docs' }), ['bad-yaml Pulumi.x.yaml']],
    [addHost(file(''), { host: 'new.dev', site: 'docs' }), ['cannot-edit Pulumi.x.yaml']],
  ])('%j', (result, expected) => {
    expect(codes(result)).toEqual(expected);
  });

  test('but not for a problem that existed before', () => {
    const text = `${HEAD}  petstore:shards: many\n${DOCS}`;
    expect(textOf(addHost(file(text), { host: 'new.dev', site: 'docs' }))).toContain('domains: [new.dev]');
  });
});
