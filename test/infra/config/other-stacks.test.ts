// A host that the files of two stacks have: DNS leads to one of them only, and no stack knows of another one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hostsInTwoStacks } from '../../../infra/config/other-stacks.ts';
import type { Problem } from '../../../infra/config/problem.ts';

const STAGING = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:docs:
    primary: a.example
    redirects:
      - { from: b.example, to: a.example, status: 301 }
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-stacks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Of production, with this text of its hosts. */
function problems(docs: string, others: Readonly<Record<string, string>>, stack = 'production'): Problem[] {
  for (const [name, text] of Object.entries(others)) writeFileSync(join(folder, `Pulumi.${name}.yaml`), text);
  const file = { name: `Pulumi.${stack}.yaml`, text: `config:\n  petstore:docs: ${docs}\n` };
  writeFileSync(join(folder, file.name), file.text);
  return hostsInTwoStacks(folder, file);
}

test('says both files and lines, and the commands that end it', () => {
  const found = problems('{ primary: c.example, domains: [x.example, B.Example.] }', { staging: STAGING });
  expect(found).toEqual([
    {
      code: 'host-in-two-stacks',
      path: 'petstore:docs.domains[1]',
      place: { line: 2, column: 61 },
      what: '"b.example" is also in Pulumi.staging.yaml (line 7, petstore:docs.redirects[0].from)',
      fix:
        'a host belongs to one stack: remove it there (npm run domains -- remove b.example --stack staging), or ' +
        'move it here without a gap (npm run domains -- move b.example --stack production --site docs --write), ' +
        'which needs live DNS and, where production declares the host, its outputs: from pulumi, or with --outputs FILE',
      commands: [
        'npm run domains -- remove b.example --stack staging',
        'npm run domains -- move b.example --stack production --site docs --write',
      ],
      shared: {
        host: 'b.example',
        other: 'staging',
        leave: { text: 'take it out of Pulumi.production.yaml in an editor', commands: [] },
        free: expect.objectContaining({ commands: ['npm run domains -- remove b.example --stack staging'] }),
        move: expect.objectContaining({ text: expect.stringMatching(/^move it here without a gap/) }),
      },
    },
  ]);
});

test('each other stack counts, and each host', () => {
  const found = problems('{ primary: a.example, redirects: [{ from: b.example }] }', {
    staging: STAGING,
    test: STAGING,
  });
  expect(found.map(({ path, what }) => [path, what.split(' (')[0]])).toEqual([
    ['petstore:docs.primary', '"a.example" is also in Pulumi.staging.yaml'],
    ['petstore:docs.primary', '"a.example" is also in Pulumi.test.yaml'],
    ['petstore:docs.redirects[0].from', '"b.example" is also in Pulumi.staging.yaml'],
    ['petstore:docs.redirects[0].from', '"b.example" is also in Pulumi.test.yaml'],
  ]);
});

const MOVING = '  petstore:moving: [{ host: a.example, replaces: CNAME old.example }]\n';
test.each<[string, string, string, string]>([
  ['the old stack serves a host that moves', `{ primary: a.example }\n${MOVING}`, STAGING, 'production'],
  ['the host moves to the other stack', '{ primary: a.example }', STAGING + MOVING, 'production'],
  ['the other file has no such host', '{ primary: c.example }', STAGING, 'production'],
  ['the other file is no config', '{ primary: a.example }', 'config: [', 'production'],
  ['the stack is the local one', '{ primary: a.example }', STAGING, 'local'],
])('no problem where %s', (_, docs, staging, stack) => {
  expect(problems(docs, { staging }, stack)).toEqual([]);
});

test('no problem with the local stack: it has an internet of its own', () => {
  expect(problems('{ primary: a.example }', { local: STAGING })).toEqual([]);
});

const HEAD =
  'config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n  petstore:zones: { a.example: { provider: route53 } }\n';
const freed = (docs: string, rest = '') =>
  problems('{ primary: x.example, domains: [a.example] }', {
    staging: `${HEAD}  petstore:docs: ${docs}\n${rest}`,
  }).map(({ fix }) => fix.split(', or move')[0]?.replace('a host belongs to one stack: ', ''));
const BY_HAND = 'take it out of Pulumi.staging.yaml in an editor';
const SWAP = (host: string) =>
  'make another host the primary there, then remove it ' +
  `(npm run domains -- primary ${host} --stack staging && npm run domains -- remove a.example --stack staging)`;

test.each<[string, string, string, string]>([
  [
    'alone at its site',
    '{ primary: a.example }',
    '',
    'remove it there (npm run domains -- remove a.example --stack staging)',
  ],
  [
    'with a domain in a zone',
    '{ primary: a.example, domains: [e.other, b.a.example] }',
    '',
    SWAP('b.a.example'),
  ],
  [
    'with a verified domain',
    '{ primary: a.example, domains: [e.other] }',
    '  petstore:verified: [e.other]\n',
    SWAP('e.other'),
  ],
  [
    'with a redirect',
    '{ primary: a.example, redirects: [{ from: b.a.example, to: a.example, status: 301 }] }',
    '',
    SWAP('b.a.example'),
  ],
  ['with nothing that may serve', '{ primary: a.example, domains: [e.other] }', '', BY_HAND],
  [
    'with a host that moves in',
    '{ primary: a.example, domains: [b.a.example] }',
    '  petstore:moving: [b.a.example]\n',
    BY_HAND,
  ],
  ['in a file with a problem', '{ primary: a.example }', '  petstore:color: red\n', BY_HAND],
])('a primary %s: the fix is one that the commands make', (_, docs, rest, fix) => {
  expect(freed(docs, rest)).toEqual([fix]);
});

test('a host that a redirect leads to cannot be removed by itself', () => {
  expect(
    freed(
      '{ primary: b.a.example, domains: [a.example], redirects: [{ from: c.a.example, to: a.example, status: 301 }] }',
    ),
  ).toEqual([BY_HAND]);
});

test('a redirect moves with its target', () => {
  const [found] = problems('{ primary: c.example, redirects: [{ from: b.example, to: c.example }] }', {
    staging: STAGING,
  });
  expect(found?.fix).toContain(
    'move b.example --stack production --site docs --redirect-to c.example --write',
  );
});
