// A stack that was deployed while a host's component had its first type: what commit a16b90ec left of it in the local cloud.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatewayTarget } from '@petstore/custom-domains';
import { FIRST_HOST_TYPE, HOST_TYPE } from '@petstore/custom-domains/names';
import { startCloud } from '@petstore/local-cloud/cloud';
import { type ResourceState, stackState } from '@petstore/local-cloud/engine/deployment';
import { Engine } from '@petstore/local-cloud/engine/engine';
import { Api } from '@pulumi/aws/apigatewayv2/api.js';
import { Stage } from '@pulumi/aws/apigatewayv2/stage.js';
import { expect, onTestFinished, test } from 'vitest';
import { planStack } from '../../../infra/plan/plan-stack.ts';
import { localDns } from '../../../infra/run/local-environment.ts';
import { temporaryFolder } from '../../cli/folder.ts';
import { settings } from '../plan/settings.ts';
import { declareHosts } from './deployment.ts';

/** Its `cloud.json` without certificates, which have keys, and zones. */
const FILE = join(import.meta.dirname, '../../golden/resources/first-host-type.json');
const OWNERS = 'shop.partner.example';
const INTERNET = `partner.example. 3600 IN SOA ns1.partner.example. h.partner.example. 1 1 1 1 60
partner.example. 3600 IN NS ns1.partner.example.
ns1.partner.example. 3600 IN A 127.0.0.1
`;
const NOW = Date.parse('2026-11-28T12:00:00Z');
const redirect = (from: string) => ({ from, to: 'https://api.petstore.localhost', status: 308 as const });

/** A host at a gateway, one at the apex of a zone of each DNS host, and one of an owner. */
const plan = planStack(
  settings({
    stack: 'staging',
    // That of the time: with another, each distribution is updated, and its certificate is not in the file.
    securityPolicy: 'TLSv1.2_2021',
    zones: [
      { name: 'petstore.localhost', provider: 'cloudflare', zoneId: '5f0c3a9e7d1b42688b6e0d94c2f1a735' },
      { name: 'pets.localhost', provider: 'route53', zoneId: 'Z0PETSLOCALHOST' },
    ],
    api: { primary: 'api.petstore.localhost', domains: [], redirects: [] },
    docs: {
      ...{ primary: undefined, domains: [] },
      redirects: ['petstore.localhost', 'pets.localhost', OWNERS].map(redirect),
    },
  }),
);

/** Deploys the hosts to a cloud that has this file. */
async function deploy(file: string) {
  const folder = temporaryFolder({ 'internet.zone': INTERNET, 'cloud.json': file });
  const internetFile = join(folder, 'internet.zone');
  const { region } = plan;
  const ports = { https: 0, http: 0, dns: 0 };
  const cloud = await startCloud({ folder, region, ports, internetFile, log: () => {} });
  onTestFinished(() => cloud.close());
  cloud.seedZones(plan.settings.zones);
  const { registry, store } = cloud;
  const log = { leftOut: () => {}, warn: () => {}, waits: () => {} };
  const program = async () => {
    const api = new Api('api', { protocolType: 'HTTP' });
    const stage = new Stage('stage', { apiId: api.id, name: '$default', autoDeploy: true });
    const gateway = gatewayTarget({ apiId: api.id, stage: stage.id });
    const options = { dns: localDns(cloud.dnsServer), now: NOW };
    const { hosts } = await declareHosts(plan, log, options, { gateway, site: gateway });
    return { hosts: hosts.outputs() };
  };
  const engine = new Engine({ registry, store, region, signal: AbortSignal.timeout(60_000) });
  const deployment = await engine.deploy(program, { project: 'petstore', stack: 'staging' });
  const states = stackState(store).values();
  return { ...deployment, urns: states.map(({ urn }) => urn) };
}

const first = readFileSync(FILE, 'utf8');

/** As after a run that ended before it reached more than the components. */
function renamed(file: string): string {
  const { resources, ...others } = JSON.parse(file) as { resources: Record<string, ResourceState> };
  const states = Object.values(resources).map((one): ResourceState => {
    if (one.type !== FIRST_HOST_TYPE) return one;
    return { ...one, type: HOST_TYPE, urn: one.urn.replace(FIRST_HOST_TYPE, HOST_TYPE) };
  });
  return JSON.stringify({ ...others, resources: Object.fromEntries(states.map((one) => [one.urn, one])) });
}

test.each([
  ['as it was deployed', first],
  ['after a run that reached the components alone', renamed(first)],
])('nothing of it is created, replaced or deleted: %s', async (_, file) => {
  const { resources, outputs: earlier } = JSON.parse(file);
  const { changes, failures, error, outputs, urns } = await deploy(file);
  expect([failures, error]).toEqual([[], undefined]);
  expect(changes.filter(({ action }) => action !== 'same' && action !== 'update')).toEqual([]);
  const now = Object.keys(resources).map((urn) => urn.replace(FIRST_HOST_TYPE, HOST_TYPE));
  expect(urns.sort()).toEqual(now.sort());
  expect(JSON.parse(JSON.stringify(outputs))).toEqual(earlier.staging);
});
