// The program with `.local/pulumi.env`: it finds the local cloud, or reports that it does not run.
import { createServer } from 'node:net';
import { expect, it, vi } from 'vitest';
import { localEnvironment, plannedAt } from '../../../infra/run/local-environment.ts';
import { listen } from '../../cli/listen.ts';

it('is empty for any other cloud', async () => {
  vi.stubEnv('PETSTORE_LOCAL_PORT', undefined);
  expect(await localEnvironment()).toEqual({});
});

it('has the port of the hosts, and the DNS server as resolver and authority; a stopped cloud is an error', async () => {
  const server = createServer();
  const port = await listen(server);
  vi.stubEnv('PETSTORE_LOCAL_PORT', String(port));
  vi.stubEnv('PETSTORE_LOCAL_DNS', '127.0.0.1:5354');
  const dns = { resolver: '127.0.0.1:5354', authorityPort: 5354, trustAnchors: [] };
  expect(await localEnvironment()).toEqual({ publicPort: port, dns });
  await new Promise((done) => server.close(done));
  await expect(localEnvironment()).rejects.toThrow(`no local cloud listens at port ${port}`);
});

it.each([
  ['2026-11-22T06:00:00.000Z', Date.parse('2026-11-22T06:00:00.000Z')],
  ['1970-01-01T00:00:00.000Z', 0],
  [undefined, undefined],
  ['', undefined],
])('the time of a saved plan: %j is %j', (given, time) => {
  expect(plannedAt({ PETSTORE_PLANNED_AT: given })).toBe(time);
});

it('anything else stops the run', () => {
  expect(() => plannedAt({ PETSTORE_PLANNED_AT: 'yesterday' })).toThrow('PETSTORE_PLANNED_AT is not a time');
});
