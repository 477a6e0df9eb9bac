// A stack file that a change renames: what that means is said, and the printed steps work in their order.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DomainsFixture, healthyInternet, openCommitted, stagingFile } from './harness.ts';

let fixture: DomainsFixture;
beforeEach(async () => {
  fixture = openCommitted();
  rename('staging', 'europe');
  await fixture.serve(healthyInternet);
});
afterEach(() => fixture.close());

function rename(from: string, to: string): void {
  renameSync(join(fixture.folder, `Pulumi.${from}.yaml`), join(fixture.folder, `Pulumi.${to}.yaml`));
}

const report = () => fixture.run('report', '--base', 'base');
/** The code span at the end of the line that begins so. */
const commandOf = (out: string, start: string) =>
  new RegExp(`${start}[^\`\\n]*\`([^\`]*)\`$`, 'm').exec(out)?.[1] ?? '';

test('report: the old stack still stands, and no step leads to a host in two stacks', async () => {
  const { out } = await report();
  expect(out).toContain(
    'Pulumi.staging.yaml is renamed to Pulumi.europe.yaml since base. That is a second stack: staging',
  );
  const restore = commandOf(out, '- To go over to europe').split(' ');
  expect(restore).toEqual(['git', 'checkout', 'base', '--', 'Pulumi.staging.yaml']);
  fixture.git(...restore.slice(1));
  expect((await report()).out).toContain('is also in');
  const line = commandOf(out, '- Second, ');
  fixture.write('Pulumi.europe.yaml', `${fixture.read('Pulumi.europe.yaml').trimEnd()}\n  ${line}\n`);
  const after = await report();
  expect(after.out).not.toMatch(/is also in|the config has/);
  const move = commandOf(out, '- Third, ').replace('npm run domains -- ', '').split(' ');
  fixture.write('outputs.json', '{"hosts":{}}');
  const moved = await fixture.run(...move, '--outputs', 'outputs.json');
  expect([moved.status, moved.err]).toEqual([1, '']);
  expect(moved.out).toContain('release');
});

test('a host of the API leaves the old stack first', async () => {
  const { out } = await report();
  expect(commandOf(out, '- But a host of the API')).toBe(
    'npm run domains -- remove staging.api.petstore.example --stack staging',
  );
});

test('the command of each host takes the rename back', async () => {
  const { out } = await report();
  const commands = new Set(
    [...out.matchAll(/To undo it: restore the file: `([^`]*)`/g)].map(([, one]) => one),
  );
  expect([...commands]).toEqual(['mv Pulumi.europe.yaml Pulumi.staging.yaml']);
  rename('europe', 'staging');
  expect((await report()).status).toBe(0);
});

test('check says the same, each command on a line of its own', async () => {
  const { out } = await fixture.run('check', '--base', 'base', '--stack', 'staging');
  expect(out).toContain(
    'to keep the stack staging, take the rename back:\n    mv Pulumi.europe.yaml Pulumi.staging.yaml\n',
  );
  expect(out).toContain('The file of staging is renamed, which makes a second stack: the steps are above.\n');
  const { out: json } = await fixture.run(
    'check',
    '--base',
    'base',
    '--stack',
    'staging',
    '--format',
    'json',
  );
  expect(JSON.parse(json)).toMatchObject({ renamed: { to: 'europe' } });
});

test('a new stack with other hosts is no rename', async () => {
  fixture.write('Pulumi.europe.yaml', stagingFile.replaceAll('staging.', 'europe.'));
  const { out } = await report();
  expect(out).not.toContain('renamed');
  expect(out).not.toContain('and has hosts of');
  expect(out).toContain('To undo it: restore the file: `git checkout base -- Pulumi.staging.yaml`');
});

test('the new half says it too: check with the steps, report once', async () => {
  const note = 'Pulumi.europe.yaml is new since base, and has hosts of Pulumi.staging.yaml, which is removed';
  const { out } = await fixture.run('check', '--base', 'base', '--stack', 'europe');
  expect(out.replace(/\s+/g, ' ')).toContain(note);
  expect(out).toContain('take the rename back:\n    mv Pulumi.europe.yaml Pulumi.staging.yaml\n');
  const { out: both } = await report();
  expect(both).toContain(`> ${note}`);
  expect(both.match(/- To keep the stack staging, take the rename back/g)).toHaveLength(1);
  expect(both).toContain('> what to do about the rename is under staging');
  const { out: one } = await fixture.run('report', '--base', 'base', '--stack', 'europe');
  expect(one).toContain('- To keep the stack staging, take the rename back');
});
