// The example of a custom host, run on the local cloud: served over TLS. test/engine/custom-host.slow.test.ts runs its README.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '@petstore/local-cloud/cloud';
import { Engine } from '@petstore/local-cloud/engine/engine';
import { stackOutputs, stackState } from '@petstore/local-cloud/engine/state';
import { Store } from '@petstore/local-cloud/store';
import * as pulumi from '@pulumi/pulumi';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ask, lookUp } from '../cli/local/clients.ts';

const REGION = 'eu-west-1';
const INTERNET = `
taken.example.localhost.  300  IN  A  192.0.2.1
`;

const folder = mkdtempSync(join(tmpdir(), 'petstore-example-'));
let cloud: Cloud;

beforeAll(async () => {
  const internetFile = join(folder, 'internet.zone');
  writeFileSync(internetFile, INTERNET);
  const ports = { https: 0, http: 0, dns: 0 };
  cloud = await startCloud({ folder, region: REGION, ports, internetFile, log: () => undefined });
  cloud.seedZones([{ name: 'example.localhost', provider: 'route53' }]);
});

afterAll(async () => {
  await cloud.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Deploys the example as `pulumi up` does, in a stack of its own with the host in its config. */
function deploy(host: string) {
  const authorityPort = Number(cloud.dnsServer.split(':').pop());
  const dns = JSON.stringify({ resolver: cloud.dnsServer, authorityPort });
  const config = { host, zone: 'example.localhost', dns };
  for (const [key, value] of Object.entries(config)) pulumi.runtime.setConfig(`custom-host:${key}`, value);
  const store = new Store();
  const engine = new Engine({
    ...{ registry: cloud.registry, state: stackState(store), outputs: stackOutputs(store) },
    ...{ region: REGION, signal: AbortSignal.timeout(30_000) },
  });
  // The module is the program: it runs when it is loaded.
  vi.resetModules();
  const program = async () => ({ ...(await import('../../examples/custom-host/index.ts')) });
  return engine.deploy(program, { project: 'custom-host', stack: host });
}

test('the host is served over TLS with a certificate of its own, and its records exist', async () => {
  const { outputs, failures, error } = await deploy('api.example.localhost');
  expect({ failures, error }).toEqual({ failures: [], error: undefined });
  expect(outputs).toMatchObject({
    url: 'https://api.example.localhost',
    records: [
      { purpose: 'validation' },
      { purpose: 'routing', name: 'api.example.localhost', type: 'CNAME' },
    ],
  });
  const response = await ask(`https://api.example.localhost:${cloud.httpsPort}/`, { ca: cloud.authorityPem });
  // The example's API has no route: this is the gateway's own response.
  expect(response).toMatchObject({ status: 404, body: '{"message":"Not Found"}' });
  expect(response.certificateNames).toEqual(['DNS:api.example.localhost']);
  const [target = ''] = await lookUp(cloud.dnsServer, 'api.example.localhost', 'CNAME');
  expect(outputs?.records).toContainEqual(expect.objectContaining({ value: target }));
});
