// Ctrl-C while DNS is read: what could not be read is not an outage, and nothing of it is printed.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DomainsFixture, healthyInternet, openFixture, productionFile } from './harness.ts';

let fixture: DomainsFixture;
let stop: AbortController;
beforeEach(() => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
  fixture.write('outputs.json', '{"hosts":{}}');
  stop = new AbortController();
  fixture.stopWith(stop);
});
afterEach(() => fixture.close());

const options = ['--stack', 'production', '--outputs', 'outputs.json'];

test.each([
  ['status', []],
  ['check', []],
  ['move', ['old.petstore.example']],
])('%s prints nothing, and ends as a shell counts it', async (command, hosts) => {
  await fixture.serve(healthyInternet, () => {
    stop.abort();
    return undefined;
  });
  expect(await fixture.run(command, ...hosts, ...options)).toEqual({ status: 130, out: '', err: '' });
});

test('stopped while it reads, remove leaves the file as it was', async () => {
  await fixture.serve(healthyInternet, () => {
    stop.abort();
    return undefined;
  });
  const ran = await fixture.run('remove', 'old.petstore.example', ...options);
  expect(ran).toEqual({ status: 130, out: '', err: '' });
  expect(fixture.read('Pulumi.production.yaml')).toBe(productionFile);
});

test.each([
  ['the domains page, which is meant to be stopped, with its own', 'open', [], 0],
  ['a watch that has read nothing yet, as a shell counts it', 'status', ['--watch'], 130],
])('stopped at once, it ends: %s', async (_, command, more, status) => {
  await fixture.serve(healthyInternet);
  stop.abort();
  expect(await fixture.run(command, ...more, ...options)).toEqual({ status, out: '', err: '' });
});

test('status --watch ends with what the last complete reading said', { timeout: 30_000 }, async () => {
  let last = Date.now();
  await fixture.serve(healthyInternet, () => {
    // The pause between two readings is 2 s.
    if (Date.now() - last > 1500) stop.abort();
    last = Date.now();
    return undefined;
  });
  const file = 'Pulumi.local.yaml';
  fixture.write(file, productionFile);
  fixture.writeLocal(
    'ready.json',
    JSON.stringify({ hosts: {}, caFile: join(fixture.folder, 'outputs.json'), pid: process.pid }),
  );
  fixture.writeLocal('outputs.json', '{"hosts":{}}');
  const { status, out, err } = await fixture.run('status', '--watch', '--stack', 'local');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out.match(/api\.petstore\.example {2}/g)).toHaveLength(1);
  expect(out).not.toContain('dns-unreadable');
});

test('status --watch says that the local cloud has ended, and not that DNS has', {
  timeout: 30_000,
}, async () => {
  // No system has so high a process id.
  const ready = (pid: number) =>
    JSON.stringify({ hosts: {}, caFile: join(fixture.folder, 'outputs.json'), pid });
  let last = Date.now();
  let hasEnded = false;
  await fixture.serve(healthyInternet, () => {
    // The pause between two readings is 2 s: the cloud is killed in it, and its DNS is silent.
    if (Date.now() - last > 1500 && !hasEnded) {
      hasEnded = true;
      fixture.writeLocal('ready.json', ready(2 ** 30));
    }
    last = Date.now();
    return hasEnded ? [] : undefined;
  });
  fixture.write('Pulumi.local.yaml', productionFile);
  fixture.writeLocal('ready.json', ready(process.pid));
  fixture.writeLocal('outputs.json', '{"hosts":{}}');
  const { status, out, err } = await fixture.run('status', '--watch', '--stack', 'local');
  expect(status).toBe(2);
  expect(err).toBe('✗ The local cloud has ended.\n  start it again in another terminal: npm run local\n');
  expect(out.match(/api\.petstore\.example {2}/g)).toHaveLength(1);
  expect(out).not.toContain('dns-unreadable');
});
