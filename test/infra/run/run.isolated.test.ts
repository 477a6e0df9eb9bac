// What a run finds around it: the local cloud of `.local/pulumi.env`, or that it does not run; the time of a saved plan; a source with a mistake.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import * as pulumi from '@pulumi/pulumi';
import { expect, test, vi } from 'vitest';
import { buildArtifacts } from '../../../infra/run/artifacts.ts';
import { localEnvironment, plannedAt } from '../../../infra/run/local-environment.ts';
import { listen } from '../../cli/listen.ts';

test('is empty for any other cloud', async () => {
  vi.stubEnv('PETSTORE_LOCAL_PORT', undefined);
  expect(await localEnvironment()).toEqual({});
});

test('has the port of the hosts, and the DNS server as resolver and authority; a stopped cloud is an error', async () => {
  const server = createServer();
  const port = await listen(server);
  vi.stubEnv('PETSTORE_LOCAL_PORT', String(port));
  vi.stubEnv('PETSTORE_LOCAL_DNS', '127.0.0.1:5354');
  const dns = { resolver: '127.0.0.1:5354', authorityPort: 5354, trustAnchors: [] };
  expect(await localEnvironment()).toEqual({ publicPort: port, dns });
  await new Promise((done) => server.close(done));
  await expect(localEnvironment()).rejects.toThrow(`no local cloud listens at port ${port}`);
});

test.each([
  ['2026-11-22T06:00:00.000Z', Date.parse('2026-11-22T06:00:00.000Z')],
  ['1970-01-01T00:00:00.000Z', 0],
  [undefined, undefined],
  ['', undefined],
])('the time of a saved plan: %j is %j', (given, time) => {
  expect(plannedAt({ PETSTORE_PLANNED_AT: given })).toBe(time);
});

test('anything else stops the run', () => {
  expect(() => plannedAt({ PETSTORE_PLANNED_AT: 'yesterday' })).toThrow('PETSTORE_PLANNED_AT is not a time');
});

test('a syntax error in the contract: file, line and column, without a stack trace', async () => {
  const { readFileSync } = fs;
  vi.spyOn(fs, 'readFileSync').mockImplementation((file, options) =>
    String(file).endsWith('openapi.yaml')
      ? 'info:\n  title: [Pets,\npaths: {}\n'
      : readFileSync(file, options),
  );
  syncBuiltinESMExports();
  const error = await buildArtifacts().catch((error) => error);
  // Pulumi shows the message alone.
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  expect(error.message).toMatch(/^service\/openapi\.yaml:3:1: .+$/);
});
