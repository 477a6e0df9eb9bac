// `domains primary`: a host becomes the primary of its site, in one command and one change of the file.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DomainsFixture, healthyInternet, openFixture, productionFile, runMain } from './harness.ts';

const NAME = 'Pulumi.production.yaml';
const REDIRECTED = `${productionFile}    redirects:
      - { from: www.petstore.example, to: petstore.example, status: 301 }
      - { from: w3.petstore.example, to: petstore.example, status: 301 }
  petstore:moving: [moving.petstore.example]
`.replace('      - old', '      - shop.partner.example\n      - moving.petstore.example\n      - old');

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write(NAME, REDIRECTED);
});
afterEach(() => fixture.close());

const run = (...args: string[]) => runMain([...args, '--stack', 'production'], fixture.folder);

test('the primary and its redirect change places: what is said, and that each printed command works', async () => {
  await fixture.serve(healthyInternet);
  fixture.commit();
  const { status, out } = await run('primary', 'www.petstore.example');
  expect(status).toBe(0);
  expect(out).toBe(`www.petstore.example is now the primary of docs in ${NAME}
  petstore.example, the former primary, redirects to https://www.petstore.example (301)
  w3.petstore.example redirects to https://www.petstore.example (301)
  browsers remember a 301 for 60 minutes: who was sent on from www.petstore.example in that time meets a loop; with 302 in a change before, nobody does
  read the comment of line 11: it stays as it was
  next    npm run domains -- check --stack production --base HEAD
          git commit -m 'Make www.petstore.example the primary (production)' -- ${NAME}
          pulumi up --stack production
`);
  const check = /npm run domains -- (check .*)/.exec(out)?.[1]?.split(' ') ?? [];
  const checked = await fixture.run(...check);
  expect(checked.status).toBe(0);
  expect(checked.out).toContain('production: 3 hosts changed\n');
  expect(checked.out).toContain('role: primary → redirect\n');
  expect(checked.out).toContain('browsers');
  // Both hosts are declared still, so that production asks for no confirmation.
  expect(checked.out).not.toContain('petstore:removals');
  // Back again before anybody was sent on: nothing to warn of.
  const back = await run('primary', 'petstore.example');
  expect(back.status).toBe(0);
  expect(back.out).toContain(
    'www.petstore.example, the former primary, redirects to https://petstore.example (301)\n',
  );
  expect(back.out).not.toContain('loop');
  expect(fixture.read(NAME)).toBe(REDIRECTED);
});

test('a host that redirects no more: the former primary does not lead back to it, so there is no loop', async () => {
  fixture.commit();
  await run('add', 'www.petstore.example', '--site', 'docs');
  const { out } = await run('primary', 'www.petstore.example');
  expect(out).toContain('petstore.example, the former primary, is a further host of docs\n');
  expect(out).not.toContain('loop');
});

test('where it is not known what is deployed, a loop is warned of, and on the local stack always', async () => {
  const LOOP = 'who was sent on from www.petstore.example in that time meets a loop';
  expect((await run('primary', 'www.petstore.example')).out).toContain(LOOP);
  fixture.write(NAME, productionFile);
  fixture.write('Pulumi.local.yaml', productionFile);
  fixture.commit();
  fixture.write('Pulumi.local.yaml', REDIRECTED);
  const local = await runMain(['primary', 'www.petstore.example', '--stack', 'local'], fixture.folder);
  expect(local.out).toContain(LOOP);
});

test('the commit and the branch are named by what is done', async () => {
  fixture.commit();
  fixture.git('remote', 'add', 'origin', 'https://git.example.test/petstore.git');
  const { out } = await run('primary', 'old.petstore.example');
  expect(out).toContain('git switch -c primary-old.petstore.example');
  expect(out).toContain("git commit -m 'Make old.petstore.example the primary (production)'");
});

test('without a commit to compare with, both hosts are checked by name', async () => {
  const { out } = await run('primary', 'www.petstore.example');
  expect(out).toContain('check --stack production --host www.petstore.example petstore.example\n');
});

test('the primary itself: nothing to do', async () => {
  const { status, out } = await run('primary', 'Petstore.EXAMPLE');
  expect([status, out]).toEqual([
    0,
    `petstore.example is the primary of docs already; ${NAME} was not changed\n`,
  ]);
  expect(fixture.read(NAME)).toBe(REDIRECTED);
});

test.each<[string, string, string]>([
  [
    'is not declared',
    'new.petstore.example',
    'add it first:\n  the API            npm run domains -- add new.petstore.example --stack production --site api',
  ],
  ['is not a name', 'a_b.petstore.example', 'a_b.petstore.example'],
  [
    'is external and not verified',
    'shop.partner.example',
    'verify it first: npm run domains -- verify shop.partner.example --stack production',
  ],
  [
    'moves in',
    'moving.petstore.example',
    'end the move first: npm run domains -- move moving.petstore.example --stack production',
  ],
])('a host that %s is refused with what to do first, and nothing changes', async (_, host, fix) => {
  const { status, err } = await run('primary', host);
  expect(status).toBe(2);
  expect(err).toContain(fix);
  expect(fixture.read(NAME)).toBe(REDIRECTED);
});

test('a command that changes a file changes none of a stack that nobody named', async () => {
  const { status, err } = await runMain(['primary', 'www.petstore.example'], fixture.folder);
  expect(status).toBe(2);
  expect(err).toContain('No stack is named');
  expect(fixture.read(NAME)).toBe(REDIRECTED);
});
