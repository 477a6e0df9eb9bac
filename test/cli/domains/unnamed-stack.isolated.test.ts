// Without --stack a command says which stack it is about, and to whoever works on the local cloud that it does not run.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

const OUTPUTS = JSON.stringify({ hosts: {} });
const READING = [
  ['check', '--host', 'petstore.example'],
  ['status', '--outputs', 'outputs.json'],
  ['records', '--outputs', 'outputs.json'],
  ['move', 'petstore.example', '--outputs', 'outputs.json'],
];
const STOPPED = 'the local cloud does not run here (npm run local starts it)';

let fixture: DomainsFixture;
beforeEach(async () => {
  vi.stubEnv('PULUMI_STACK', '');
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
  fixture.write('outputs.json', OUTPUTS);
  await fixture.serve({ 'petstore.example': { on: ['127.0.0.21', '127.0.0.22'] } });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await fixture.close();
});

test.each(READING)('%s names the stack that it reads', async (...args) => {
  const note = 'note: no stack is named, so this is about production; --stack names another\n';
  expect((await fixture.run(...args)).err).toContain(note);
  expect((await fixture.run(...args, '--stack', 'production')).err).not.toContain('note: no stack');
});

test.each<[string, () => void]>([
  ['a shell with .local/pulumi.env', () => void vi.stubEnv('PULUMI_STACK', 'local')],
  ['a folder where it ran', () => fixture.writeLocal('cloud.log', '')],
])('in %s: the local cloud does not run', async (_, use) => {
  use();
  const { err } = await fixture.run('records', '--outputs', 'outputs.json');
  expect(err).toContain(`note: ${STOPPED}, so this is about production; --stack names another\n`);
  const edited = await fixture.run('remove', 'old.petstore.example');
  expect(edited.err).toContain(`✗ No stack is named, and ${STOPPED}, so no file was changed.\n`);
});

test('it does not run, and was last started with the engine: that is what starts it', async () => {
  fixture.writeLocal('cloud.log', '');
  fixture.writeLocal('start-command', 'npm run local -- --engine\n');
  const { err } = await fixture.run('remove', 'old.petstore.example');
  expect(err).toContain('does not run here (npm run local -- --engine starts it)');
});

test('while it runs, its stack is read without a word', async () => {
  fixture.write('Pulumi.local.yaml', productionFile);
  fixture.writeLocal(
    'ready.json',
    JSON.stringify({ hosts: {}, dnsServer: '127.0.0.1:9', caFile: 'ca.pem', pid: process.pid }),
  );
  fixture.writeLocal('cloud.log', '');
  fixture.writeLocal('outputs.json', OUTPUTS);
  expect((await fixture.run('records')).err).not.toContain('note:');
});
