// What the Pulumi engine is told of the local cloud, and which `pulumi` is run.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { expect, onTestFinished, test, vi } from 'vitest';
import { engineEnvironment, findPulumi } from '../../../cli/local/engine-environment.ts';

test('the variables: a backend in the folder, the providers, the local cloud, and no secret', () => {
  vi.stubEnv('PATH', '/usr/bin');
  onTestFinished(() => void vi.unstubAllEnvs());
  const cloud = { httpsPort: 8443, dnsServer: '127.0.0.1:5354', authorityFile: '/f/ca.pem' } as Cloud;
  const providers = 'aws:1,cloudflare:2';
  expect(engineEnvironment({ root: '/p', folder: '/p/.local', cloud, providers })).toEqual({
    PULUMI_BACKEND_URL: 'file:///p/.local/pulumi',
    PULUMI_STACK: 'local',
    PULUMI_CONFIG_PASSPHRASE: '',
    PULUMI_DEBUG_PROVIDERS: providers,
    PULUMI_SKIP_UPDATE_CHECK: 'true',
    PULUMI_CONTINUE_ON_ERROR: 'true',
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
    NODE_COMPILE_CACHE: '/p/.local/compile-cache',
    PETSTORE_LOCAL_PORT: '8443',
    PETSTORE_LOCAL_DNS: '127.0.0.1:5354',
    PETSTORE_LOCAL_CA: '/f/ca.pem',
    PETSTORE_LOCAL_API: '/p/.local/aws.json',
    PATH: `/p/node_modules/.bin${delimiter}/usr/bin`,
  });
});

test('the first pulumi on the path that runs, and that is not of the npm package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-path-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const put = (name: string, mode: number) => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'pulumi'), '');
    chmodSync(join(folder, name, 'pulumi'), mode);
    return join(folder, name);
  };
  const path = [put('node_modules/.bin', 0o755), put('text', 0o644), '', put('a', 0o755), put('b', 0o755)];
  expect(findPulumi(path.join(delimiter))).toBe(join(folder, 'a/pulumi'));
  expect(findPulumi(path.slice(0, 3).join(delimiter))).toBeUndefined();
});
