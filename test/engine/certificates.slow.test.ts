// Certificates that ACM does not issue, under the Pulumi CLI: what `pulumi up` shows, and that the next one recovers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ByHand, CLOUDFLARE_ZONE } from '../cli/local/by-hand.ts';
import { ask } from '../cli/local/clients.ts';
import { EngineFixture, type Operation, pulumi } from './pulumi.ts';

const CERTIFICATE = 'aws:acm/certificate:Certificate';

describe.skipIf(pulumi === undefined)('a certificate', { timeout: 120_000 }, () => {
  let fixture: EngineFixture;
  /** The CAA record is at the name above the host: beside the host's own CNAME there can be none. */
  const forbid = (host: string) =>
    `${host.slice(host.indexOf('.') + 1)}. 300 IN CAA 0 issue "letsencrypt.org"\n`;

  /** An `up` during which a CAA record appears after the preflight, before ACM checks CAA. */
  async function upAndForbid(host: string) {
    const { operations } = fixture;
    operations.push = (...recorded: Operation[]) => {
      if (recorded[0]?.type === CERTIFICATE) fixture.editInternet(/$/, forbid(host));
      return Array.prototype.push.apply(operations, recorded);
    };
    try {
      return await fixture.failedUp();
    } finally {
      Reflect.deleteProperty(operations, 'push');
    }
  }

  async function expectServed(host: string) {
    const { hosts } = await fixture.outputs();
    const ca = fixture.cloud.authorityPem;
    const { status, certificateNames } = await ask(`${hosts[host]?.url}/openapi.json`, { ca });
    expect({ status, certificateNames }).toEqual({ status: 200, certificateNames: [`DNS:${host}`] });
  }

  beforeAll(async () => {
    fixture = await EngineFixture.start();
    await fixture.up();
  }, 60_000);
  afterAll(() => fixture?.close());

  test('that failed because of CAA is issued by the next up after the record is fixed', async () => {
    const host = 'shop.late.petstore.localhost';
    fixture.addHosts(host);
    const failed = await upAndForbid(host);
    expect(failed).toMatch(/unexpected state 'FAILED', wanted target 'ISSUED'. last error: CAA_ERROR/);
    expect(failed).toMatch(/no certificate was issued \(CAA_ERROR\).*add one for amazon\.com/);

    fixture.editInternet(forbid(host), '');
    const steps = await fixture.steps();
    expect(steps.filter(({ op }) => op === 'replace').map(({ urn }) => urn.split('::').at(-1))).toEqual([
      `${host}-certificate`,
    ]);
    await fixture.up();
    await expectServed(host);
    await fixture.assertSettled();
  });

  test('whose validation record exists at Cloudflare adopts it with the command that up shows', async () => {
    const host = 'imported.petstore.localhost';
    const byHand = new ByHand(fixture.cloud.registry);
    const request = { domainName: host, validationMethod: 'DNS', keyAlgorithm: 'EC_prime256v1' };
    const { outputs } = await byHand.create(CERTIFICATE, request);
    const [{ resourceRecordName: name = '', resourceRecordValue: value = '' } = {}] =
      outputs.domainValidationOptions as Record<string, string>[];
    const { id } = await byHand.record({ provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE }, name, value);

    fixture.addHosts(host);
    const failed = await fixture.failedUp();
    const [, command = ''] = /^ +(pulumi import .*)$/m.exec(failed) ?? [];
    const words = command.replace('$ID', id).match(/"[^"]*"|\S+/g) ?? [];
    const imported = await fixture.run(words.slice(1).map((word) => word.replaceAll('"', '')));
    expect(imported.status, `${command}\n${imported.text}`).toBe(0);
    await fixture.up();
    await expectServed(host);
    await fixture.assertSettled();
  });
});
