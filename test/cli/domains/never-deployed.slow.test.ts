// `domains remove` in production confirms the removal of what may be deployed, and of nothing else.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DomainsFixture, healthyInternet, openFixture, productionFile } from './harness.ts';

const HOST = 'new.petstore.example';
const added = `${productionFile}      - ${HOST}\n`;
const LISTED = `${productionFile}  petstore:removals: [${HOST}]\n`;

let fixture: DomainsFixture;
beforeEach(async () => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
  await fixture.serve(healthyInternet);
});
afterEach(() => fixture.close());

async function remove(...args: string[]) {
  const { status, out } = await fixture.run('remove', HOST, '--stack', 'production', ...args);
  expect(status).toBe(0);
  return { out, file: fixture.read('Pulumi.production.yaml') };
}

/** From here on, work is on a branch that is not pushed; `main` is at the remote. */
function branchOff(): void {
  fixture.commit();
  fixture.git('remote', 'add', 'origin', 'https://git.example/petstore.git');
  fixture.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  fixture.git('switch', '-qc', 'change');
}

test('a host that only the branch has', async () => {
  branchOff();
  fixture.write('Pulumi.production.yaml', added);
  fixture.git('commit', '-qam', 'add');
  const { out, file } = await remove();
  expect(file).toBe(productionFile);
  expect(out).toMatch(
    /not listed in petstore:removals, as it was never deployed: Pulumi\.production\.yaml did not have it at [0-9a-f]{7}/,
  );
});

test('a host that the main branch has', async () => {
  fixture.write('Pulumi.production.yaml', added);
  branchOff();
  fixture.git('commit', '-qm', 'other', '--allow-empty');
  expect((await remove()).file).toBe(LISTED);
});

test('a host that was never committed, where there is no remote', async () => {
  fixture.commit();
  fixture.write('Pulumi.production.yaml', added);
  expect((await remove()).file).toBe(productionFile);
});

test('the outputs come before the file', async () => {
  fixture.write('Pulumi.production.yaml', added);
  fixture.commit();
  fixture.write('outputs.json', '{"hosts":{}}');
  const { out, file } = await remove('--outputs', 'outputs.json');
  expect(file).toBe(productionFile);
  expect(out).toContain('never deployed: the outputs of production do not have it');
});

test('of another stack, which lists no removals, nothing is said of the list', async () => {
  fixture.write('Pulumi.staging.yaml', added);
  fixture.write('Pulumi.production.yaml', 'config: {}');
  fixture.write('outputs.json', '{"hosts":{}}');
  const { out } = await fixture.run('remove', HOST, '--stack', 'staging', '--outputs', 'outputs.json');
  expect(out).toContain(`${HOST} is removed from Pulumi.staging.yaml\n`);
  expect(out).not.toContain('listed');
});

test.each<[string, () => void]>([
  ['there is no checkout', () => undefined],
  [
    'the main branch was not fetched',
    () => {
      fixture.commit();
      fixture.git('remote', 'add', 'origin', 'https://git.example/petstore.git');
    },
  ],
  [
    'the file had problems there',
    () => {
      fixture.write('Pulumi.production.yaml', 'config: [');
      fixture.commit();
    },
  ],
])('%s: it may be deployed, and is listed', async (_, prepare) => {
  prepare();
  fixture.write('Pulumi.production.yaml', added);
  expect((await remove()).file).toBe(LISTED);
});
