// A certificate request that ends without a certificate: the program, the in-process engine and the local cloud together.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCloud } from '@petstore/local-cloud/cloud';
import type { Deployment } from '@petstore/local-cloud/engine/deployment';
import { Store } from '@petstore/local-cloud/store';
import * as pulumi from '@pulumi/pulumi';
import { expect, onTestFinished, test } from 'vitest';
import { LocalStack } from '../../../cli/local/local-stack.ts';
import { planStack } from '../../../infra/plan/plan-stack.ts';
import { settings } from '../plan/settings.ts';

const HOST = 'api.petstore.localhost';
const OURS = 'api.pets.localhost';
const FORBIDDEN = 'petstore.localhost. 300 IN CAA 0 issue "letsencrypt.org"\n';
const ZONES = [
  { name: 'petstore.localhost', provider: 'cloudflare', zoneId: '5f0c3a9e7d1b42688b6e0d94c2f1a735' },
  { name: 'pets.localhost', provider: 'route53' },
] as const;

async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-certificates-'));
  const internetFile = join(folder, 'internet.zone');
  writeFileSync(internetFile, FORBIDDEN);
  const ports = { https: 0, http: 0, dns: 0 };
  const cloud = await startCloud({ folder, region: 'eu-west-1', ports, internetFile, log: () => undefined });
  onTestFinished(async () => {
    await cloud.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  cloud.seedZones(ZONES);
  const warnings: string[] = [];
  const stack = new LocalStack({
    ...{ root: folder, cloud, state: new Store(), signal: new AbortController().signal },
    onChange: () => undefined,
    log: {
      leftOut: () => undefined,
      warn: (_, text) => void warnings.push(text),
      waits: () => undefined,
    },
  });
  const api = { primary: HOST, domains: [OURS], redirects: [] };
  const plan = planStack(settings({ stack: 'local', preflight: 'off', zones: ZONES, api }));
  const artifacts = {
    functionCode: new pulumi.asset.AssetArchive({
      'index.js': new pulumi.asset.StringAsset('exports.handler = async () => ({ statusCode: 200 });'),
    }),
    checksCode: new pulumi.asset.StringAsset('code'),
    openapi: { openapi: '3.1.0', info: {}, paths: {} },
  };
  return {
    warnings,
    deploy: () => stack.deploy(plan, artifacts),
    allow() {
      writeFileSync(internetFile, '');
      cloud.reloadInternet();
    },
    /** The ARN of the account's certificate of the host in that status. */
    async certificate(status: string): Promise<string | undefined> {
      const lookUp = cloud.registry.invoke('aws:acm/getCertificate:getCertificate');
      const kinds = { keyTypes: ['EC_prime256v1'], types: ['AMAZON_ISSUED'], statuses: [status] };
      const context = { region: 'eu-west-1', signal: new AbortController().signal };
      try {
        const found = await lookUp.call(lookUp.inputs.parse({ domain: HOST, ...kinds }), context);
        return (found as { arn: string }).arn;
      } catch (error) {
        if (/no ACM/.test((error as Error).message)) return undefined;
        throw error;
      }
    },
  };
}

const changed = ({ changes }: Deployment, action: string) =>
  changes.filter((change) => change.action === action).map(({ name }) => name);
const outputOf = ({ outputs }: Deployment, host = HOST) =>
  (outputs?.hosts as Record<string, Record<string, unknown>> | undefined)?.[host];

// A busy machine takes its time for whole deployments.
test('one that CAA failed is requested once by each deployment, and issued by the first one after the fix', {
  timeout: 150_000,
}, async () => {
  const { deploy, allow, certificate, warnings } = await start();
  const first = await deploy();
  expect(first.failures.map(({ name }) => name)).toEqual([`${HOST}-validated`]);
  expect(outputOf(first)).toMatchObject({ certificate: 'FAILED', reason: 'CAA_ERROR', records: [] });
  expect(outputOf(first, OURS)).toMatchObject({ certificate: 'ISSUED' });
  expect(warnings.join()).toContain('no certificate was issued (CAA_ERROR)');
  const arn = await certificate('FAILED');

  const second = await deploy();
  expect(changed(second, 'replace')).toEqual([`${HOST}-certificate`]);
  // The earlier one is deleted: the account has one certificate of this name, a different one.
  expect(await certificate('FAILED')).not.toBe(arn);

  allow();
  const third = await deploy();
  expect(third.failures).toEqual([]);
  expect(changed(third, 'replace')).toEqual([`${HOST}-certificate`]);
  expect(changed(third, 'delete')).toEqual([`${HOST}-certificate`]);
  expect(await certificate('FAILED')).toBeUndefined();
  const { certificate: status, reason, earlierRequest } = outputOf(third) ?? {};
  expect({ status, reason, earlierRequest }).toEqual({ status: 'ISSUED' });

  const fourth = await deploy();
  expect(fourth.changes.filter(({ action }) => action !== 'same')).toEqual([]);
});
