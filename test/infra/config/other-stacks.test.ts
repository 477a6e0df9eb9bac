// A host that the files of two stacks have: DNS leads to one of them only, and no stack knows of another one.
import { expect, test } from 'vitest';
import { hostsInTwoStacks } from '../../../infra/config/other-stacks.ts';
import type { Problem } from '../../../infra/config/problem.ts';
import { temporaryFolder } from '../../cli/folder.ts';

const STAGING = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:docs:
    primary: a.example
    redirects:
      - { from: b.example, to: a.example, status: 301 }
`;

/** Of production, with this text of its hosts. */
function problems(docs: string, others: Readonly<Record<string, string>>, stack = 'production'): Problem[] {
  const file = { name: `Pulumi.${stack}.yaml`, text: `config:\n  petstore:docs: ${docs}\n` };
  const files = Object.entries(others).map(([name, text]) => [`Pulumi.${name}.yaml`, text]);
  return hostsInTwoStacks(temporaryFolder({ ...Object.fromEntries(files), [file.name]: file.text }), file);
}

test('each other stack counts, and each host, with its place in the file', () => {
  const docs = '{ primary: c.example, domains: [x.example, B.Example.] }';
  const found = problems(docs, { staging: STAGING, test: STAGING });
  const expected = {
    code: 'host-in-two-stacks',
    path: 'petstore:docs.domains[1]',
    place: { line: 2, column: 61 },
    fix: expect.stringContaining('npm run domains -- move b.example --stack production'),
  };
  expect(found).toMatchObject([expected, expected]);
  expect(found.map(({ what }) => what).join()).toMatch(/staging.*test/);
});

const MOVING = '  petstore:moving: [{ host: a.example, replaces: CNAME old.example }]\n';
test.each<[string, string, string, string]>([
  ['the old stack serves a host that moves', `{ primary: a.example }\n${MOVING}`, STAGING, 'production'],
  ['the host moves to the other stack', '{ primary: a.example }', STAGING + MOVING, 'production'],
  ['the other file is no config', '{ primary: a.example }', 'config: [', 'production'],
  ['the stack is the local one: it has an internet of its own', '{ primary: a.example }', STAGING, 'local'],
])('no problem where %s', (_, docs, staging, stack) => {
  expect(problems(docs, { staging }, stack)).toEqual([]);
});
