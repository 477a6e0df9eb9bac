// `domains primary`: a host becomes the primary of its site, in one command and one change of the file.
import { expect, test } from 'vitest';
import { commandsIn, fixtureForEach, healthyInternet, productionFile } from './harness.ts';

const NAME = 'Pulumi.production.yaml';
const WWW = 'www.petstore.example';
const REDIRECTED = `${productionFile}    redirects:
      - { from: www.petstore.example, to: petstore.example, status: 301 }
      - { from: w3.petstore.example, to: petstore.example, status: 302 }
  petstore:moving: [moving.petstore.example]
`.replace('      - old', '      - shop.partner.example\n      - moving.petstore.example\n      - old');

const fixture = fixtureForEach({ [NAME]: REDIRECTED });

async function primary(host: string) {
  const { status, out, err } = await fixture.run('primary', host, '--stack', 'production');
  return { status, err, commands: commandsIn(out), file: fixture.read(NAME) };
}

test('the primary and its redirect change places, and the printed check is right about it', async () => {
  fixture.commit();
  const { file, ...ran } = await primary(WWW);
  expect(ran).toEqual({ status: 0, err: '', commands: ['check --stack production --base HEAD'] });
  await fixture.serve(healthyInternet);
  const { status, out } = await fixture.run(...(ran.commands[0] ?? '').split(' '), '--format', 'json');
  expect([status, JSON.parse(out).hosts.map(({ change }: { change: string }) => change)]).toEqual([
    ...[0, ['changed', 'changed', 'changed']],
  ]);
  // A change that is taken back leaves the file as it was.
  expect(file).not.toBe(REDIRECTED);
  expect((await primary('petstore.example')).file).toBe(REDIRECTED);
});

test.each<[string, string, string]>([
  ['is not declared', 'new.petstore.example', 'add new.petstore.example --stack production --site docs'],
  ['is external and not verified', 'shop.partner.example', 'verify shop.partner.example --stack production'],
  ['moves in', 'moving.petstore.example', 'move moving.petstore.example --stack production'],
])('a host that %s is refused with what to do first, and nothing changes', async (_, host, fix) => {
  const { status, err, file } = await primary(host);
  expect([status, file]).toEqual([2, REDIRECTED]);
  expect(err).toContain(fix);
});
