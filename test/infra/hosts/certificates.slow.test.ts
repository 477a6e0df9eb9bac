// Certificate requests and validation records that exist already: the program, the in-process engine and the local cloud together.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '@petstore/local-cloud/cloud';
import type { Deployment } from '@petstore/local-cloud/engine/deployment';
import { Store } from '@petstore/local-cloud/store';
import * as pulumi from '@pulumi/pulumi';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

// A busy machine takes its time for whole deployments.
vi.setConfig({ testTimeout: 150_000 });

let folder: string;
let cloud: Cloud;
let stack: LocalStack;
const log: string[] = [];

/** Without a state. */
const newStack = () =>
  new LocalStack({
    ...{ root: folder, cloud, state: new Store(), signal: new AbortController().signal },
    onChange: () => undefined,
    log: {
      leftOut: (host, text) => void log.push(`left out ${host}\n${text}`),
      warn: (host, text) => void log.push(`${host}\n${text}`),
      waits: () => undefined,
    },
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-certificates-'));
  log.length = 0;
  writeFileSync(join(folder, 'internet.zone'), FORBIDDEN);
  cloud = await startCloud({
    ...{ folder, region: 'eu-west-1', ports: { https: 0, http: 0, dns: 0 }, log: () => undefined },
    internetFile: join(folder, 'internet.zone'),
  });
  cloud.seedZones(ZONES);
  stack = newStack();
});
afterEach(async () => {
  await cloud.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

function internet(text: string): void {
  writeFileSync(join(folder, 'internet.zone'), text);
  cloud.reloadInternet();
}

async function deploy(hosts: readonly string[]) {
  const [primary, ...domains] = hosts;
  const plan = planStack(
    settings({ stack: 'local', preflight: 'off', zones: ZONES, api: { primary, domains, redirects: [] } }),
  );
  const index = new pulumi.asset.StringAsset('exports.handler = async () => ({ statusCode: 200 });');
  const functionCode = new pulumi.asset.AssetArchive({ 'index.js': index });
  return stack.deploy(plan, {
    functionCode,
    checksCode: new pulumi.asset.StringAsset('code'),
    openapi: { openapi: '3.1.0', info: {}, paths: {} },
  });
}

const changed = ({ changes }: Deployment, action: string) =>
  changes.filter((change) => change.action === action).map(({ name }) => name);
const failed = ({ failures }: Deployment) => failures.map(({ name }) => name);
const outputOf = ({ outputs }: Deployment, host = HOST) =>
  (outputs?.hosts as Record<string, Record<string, unknown>> | undefined)?.[host];

/** ARNs of the account's certificates of a name, by status. */
async function certificatesOf(status: string): Promise<string[]> {
  const lookUp = cloud.registry.invoke('aws:acm/getCertificate:getCertificate');
  const inputs = { domain: HOST, keyTypes: ['EC_prime256v1'], types: ['AMAZON_ISSUED'], statuses: [status] };
  try {
    const context = { region: 'eu-west-1', signal: AbortSignal.timeout(1000) };
    const found = (await lookUp.call(lookUp.inputs.parse(inputs), context)) as { arn: string };
    return [found.arn];
  } catch (error) {
    if (/no ACM/.test((error as Error).message)) return [];
    throw error;
  }
}

test('one that CAA failed is requested once by each deployment, and issued by the first one after the fix', async () => {
  const first = await deploy([HOST, OURS]);
  expect(failed(first)).toEqual([`${HOST}-validated`]);
  expect(outputOf(first)).toMatchObject({ certificate: 'FAILED', reason: 'CAA_ERROR', records: [] });
  expect(outputOf(first, OURS)).toMatchObject({ certificate: 'ISSUED' });
  expect(log.join()).toContain('no certificate was issued (CAA_ERROR)');
  const [arn] = await certificatesOf('FAILED');

  const second = await deploy([HOST, OURS]);
  expect(changed(second, 'replace')).toEqual([`${HOST}-certificate`]);
  expect(failed(second)).toEqual([`${HOST}-validated`]);
  // The earlier one is deleted: the account has one certificate of this name, a different one.
  const [again, ...others] = await certificatesOf('FAILED');
  expect(others).toEqual([]);
  expect(again).not.toBe(arn);

  internet('');
  const third = await deploy([HOST, OURS]);
  expect(third.failures).toEqual([]);
  expect(changed(third, 'replace')).toEqual([`${HOST}-certificate`]);
  expect(changed(third, 'delete')).toEqual([`${HOST}-certificate`]);
  expect(await certificatesOf('FAILED')).toEqual([]);
  expect(await certificatesOf('ISSUED')).toHaveLength(1);
  const { certificate, reason, earlierRequest } = outputOf(third) ?? {};
  expect({ certificate, reason, earlierRequest }).toEqual({ certificate: 'ISSUED' });

  const fourth = await deploy([HOST, OURS]);
  expect(fourth.failures).toEqual([]);
  expect(fourth.changes.filter(({ action }) => action !== 'same')).toEqual([]);
});

test('an existing validation record is overwritten at Route 53, and at Cloudflare has to be imported', async () => {
  internet('');
  const plan = [HOST, OURS];
  const first = await deploy(plan);
  expect(first.failures).toEqual([]);
  // The state is lost, and the cloud's resources still exist.
  stack = newStack();
  const second = await deploy(plan);
  expect(failed(second)).toContain(`${HOST}-validation`);
  expect(failed(second)).not.toContain(`${OURS}-validation`);
  expect(log.join('\n')).toMatch(
    new RegExp(
      `pulumi import cloudflare:index/dnsRecord:DnsRecord ${HOST}-validation ${ZONES[0].zoneId}/\\$ID --parent "host=urn:pulumi:local::petstore::petstore:domains:CustomHost::${HOST}"`,
    ),
  );
  expect(outputOf(second)).toMatchObject({ certificate: 'FAILED', reason: 'RECORD_EXISTS' });
});
