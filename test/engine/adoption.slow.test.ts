// Hosts that are live before the stack has them, taken over by the Pulumi CLI: previewed, imported, and then settled.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ByHand, CLOUDFLARE_ZONE, type HandZone } from '../cli/local/by-hand.ts';
import { ask } from '../cli/local/clients.ts';
import { EngineFixture, nameOf, pulumi, SETTINGS_END, STACK_FILE } from './pulumi.ts';

const CLOUDFLARE: HandZone = { provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE };
const AT_CLOUDFLARE = 'live.petstore.localhost';
const AT_ROUTE53 = 'live.pets.localhost';
const REDIRECT = 'www.petstore.localhost';
const DOCS = 'manual.petstore.localhost';
const DOCS_PRIMARY = '    primary: petstore.localhost\n';

describe.skipIf(pulumi === undefined)('hosts made by hand', { timeout: 180_000 }, () => {
  let fixture: EngineFixture;

  async function statusOf(host: string, path: string): Promise<number> {
    const { httpsPort, authorityPem: ca } = fixture.cloud;
    return (await ask(`https://${host}:${httpsPort}${path}`, { ca })).status;
  }

  beforeAll(async () => {
    fixture = await EngineFixture.start();
    await fixture.up();
  }, 90_000);
  afterAll(() => fixture?.close());

  test('are imported by one up, which creates and replaces nothing, and are then settled', async () => {
    const byHand = new ByHand(fixture.cloud.registry);
    const { apiId, stage } = await fixture.inputsOf('api.petstore.localhost-mapping');
    const api = { apiId, stage };
    const { zoneId } = await fixture.inputsOf('api.pets.localhost-route');
    const docs = await fixture.inputsOf('petstore.localhost-attachment');
    const { aliases: _, viewerCertificate: __, ...site } = docs;
    const route53: HandZone = { provider: 'route53', zoneId: String(zoneId) };
    const adopted = [
      { host: AT_CLOUDFLARE, mapping: await byHand.apiHost(AT_CLOUDFLARE, CLOUDFLARE, api) },
      { host: AT_ROUTE53, mapping: await byHand.apiHost(AT_ROUTE53, route53, api) },
      { host: DOCS, distribution: await byHand.docsHost(DOCS, CLOUDFLARE, site) },
    ];
    fixture.addHosts(AT_CLOUDFLARE, AT_ROUTE53);
    fixture.edit(STACK_FILE, DOCS_PRIMARY, `${DOCS_PRIMARY}    domains: [${DOCS}]\n`);
    const blocked = await fixture.run(['preview']);
    expect(blocked.text).toMatch(`${AT_CLOUDFLARE} is blocked and left out`);
    expect(blocked.text).toMatch('adoptable');

    const line = `  petstore:adopt: ${JSON.stringify(adopted)}\n`;
    fixture.edit(STACK_FILE, SETTINGS_END, line + SETTINGS_END);
    const hosts = [AT_CLOUDFLARE, AT_ROUTE53, DOCS];
    const own = (await fixture.steps()).filter(({ urn }) => hosts.some((host) => urn.includes(`::${host}`)));
    const created = own.filter(({ op }) => op === 'create').map(({ newState }) => newState?.type);
    expect(new Set(created)).toEqual(
      new Set(['custom-domains:index:CustomHost', 'aws:acm/certificateValidation:CertificateValidation']),
    );
    expect(own.filter(({ op }) => op === 'import')).toHaveLength(2 * 5 + 4);

    const before = fixture.operations.length;
    await fixture.up();
    const operations = fixture.operations.slice(before);
    // Of its own a host has only alarms, which it did not have by hand.
    const real = operations.filter(({ type }) => !/:CertificateValidation$|^aws:cloudwatch\//.test(type));
    expect(new Set(real.map(({ kind }) => kind))).toEqual(new Set(['update']));
    expect(await statusOf(AT_CLOUDFLARE, '/v1/openapi.json')).toBe(200);
    expect(await statusOf(AT_ROUTE53, '/v1/openapi.json')).toBe(200);
    expect(await statusOf(DOCS, '/')).toBe(200);

    await fixture.assertSettled();
    fixture.edit(STACK_FILE, line, '');
    await fixture.assertSettled();
  });

  test('a redirect whose state was lost is named with the command that adopts it, and imported with its function', async () => {
    const own = (await fixture.state()).filter(({ urn }) => nameOf(urn).startsWith(REDIRECT));
    const distribution = own.find(({ type }) => type === 'aws:cloudfront/distribution:Distribution')?.id;
    const component = own.find(({ type }) => type === 'custom-domains:index:CustomHost')?.urn ?? '';
    await fixture.run(['state', 'delete', component, '--target-dependents', '--yes']);
    expect((await fixture.state()).filter(({ urn }) => nameOf(urn).startsWith(REDIRECT))).toEqual([]);
    const preview = await fixture.run(['preview']);
    expect(preview.text).toMatch(`${REDIRECT} is blocked and left out`);
    expect(preview.text).toMatch(new RegExp(`adoptable[\\s\\S]*domains -- adopt ${REDIRECT}`));

    const adopted = JSON.stringify([{ host: REDIRECT, distribution }]);
    fixture.edit(STACK_FILE, SETTINGS_END, `  petstore:adopt: ${adopted}\n${SETTINGS_END}`);
    await fixture.up();
    expect(await statusOf(REDIRECT, '/')).toBe(301);
    await fixture.assertSettled();
  });
});
