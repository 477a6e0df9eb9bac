// Certificates that ACM does not issue, under the Pulumi CLI: what `pulumi up` shows, and that the next one recovers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../cli/local/clients.ts';
import { EngineFixture, logSkipReason, type Operation, pulumi } from './pulumi.ts';

logSkipReason();

const INTERNET = 'cli/local/internet.zone';
const ZONE_ID = '5f0c3a9e7d1b42688b6e0d94c2f1a735';
const CERTIFICATE = 'aws:acm/certificate:Certificate';
const RECORD = 'cloudflare:index/dnsRecord:DnsRecord';

describe.skipIf(pulumi === undefined)('a certificate', { timeout: 120_000 }, () => {
  let fixture: EngineFixture;
  const context = () => ({ region: 'eu-west-1', signal: AbortSignal.timeout(5000) });
  /** The CAA record is at the name above the host: beside the host's own CNAME there can be none. */
  const forbid = (host: string) =>
    `${host.slice(host.indexOf('.') + 1)}. 300 IN CAA 0 issue "letsencrypt.org"\n`;
  const allow = (host: string) => {
    fixture.edit(INTERNET, forbid(host), '');
    fixture.cloud.reloadInternet();
  };

  /** An `up` during which a CAA record appears after the preflight, before ACM checks CAA. */
  async function upAndForbid(host: string) {
    const { operations } = fixture;
    operations.push = (...recorded: Operation[]) => {
      if (recorded[0]?.type === CERTIFICATE) fixture.extendInternet(forbid(host));
      return Array.prototype.push.apply(operations, recorded);
    };
    try {
      return await fixture.up();
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

  async function expectSettled() {
    for (const args of [['--expect-no-changes'], ['--refresh', '--expect-no-changes']]) {
      const preview = await fixture.run(['preview', ...args]);
      expect(preview.status, preview.text).toBe(0);
    }
  }

  /** The ids of the certificates of that name that are in the account. */
  async function certificatesOf(domainName: string): Promise<string[]> {
    const created = fixture.operations.filter(({ kind, type }) => kind === 'create' && type === CERTIFICATE);
    const handler = fixture.cloud.registry.handler(CERTIFICATE);
    const all = await Promise.all(created.map(({ id }) => handler.read(id, context())));
    const names = all.map((one) => (one?.inputs as { domainName: string } | undefined)?.domainName);
    return created.filter((_, index) => names[index] === domainName).map(({ id }) => id);
  }

  beforeAll(async () => {
    fixture = await EngineFixture.start('local');
    const up = await fixture.up();
    expect(up.status, up.text).toBe(0);
  }, 60_000);
  afterAll(() => fixture?.close());

  test('that failed because of CAA is issued by the next up after the record is fixed', async () => {
    const host = 'shop.late.petstore.localhost';
    fixture.addHosts(host);
    const failed = await upAndForbid(host);
    expect(failed.status).not.toBe(0);
    expect(failed.text).toMatch(/unexpected state 'FAILED', wanted target 'ISSUED'. last error: CAA_ERROR/);
    expect(failed.text).toMatch(/no certificate was issued \(CAA_ERROR\).*add one for amazon\.com/);
    const [failedArn] = await certificatesOf(host);

    allow(host);
    const steps = await fixture.steps();
    expect(steps.filter(({ op }) => op === 'replace').map(({ urn }) => urn.split('::').at(-1))).toEqual([
      `${host}-certificate`,
    ]);
    const up = await fixture.up();
    expect(up.status, up.text).toBe(0);
    await expectServed(host);
    const remaining = await certificatesOf(host);
    expect(remaining).toHaveLength(1);
    expect(remaining).not.toContain(failedArn);
    await expectSettled();
  });

  test('whose validation record exists at Cloudflare adopts it with the command that up shows', async () => {
    const host = 'imported.petstore.localhost';
    const { registry } = fixture.cloud;
    const certificate = registry.handler(CERTIFICATE);
    const request = { domainName: host, validationMethod: 'DNS', keyAlgorithm: 'EC_prime256v1' };
    const { computed } = await certificate.create(request as never, context());
    const [option] = (computed as { domainValidationOptions: Record<string, string>[] })
      .domainValidationOptions;
    const record = registry.handler(RECORD);
    const inputs = record.inputs.parse({
      ...{ zoneId: ZONE_ID, type: 'CNAME', ttl: 300, name: option?.resourceRecordName },
      content: option?.resourceRecordValue,
    });
    const { id } = await record.create(inputs as never, context());

    fixture.addHosts(host);
    const failed = await fixture.up();
    expect(failed.status).not.toBe(0);
    const [, command = ''] = /^ +(pulumi import .*)$/m.exec(failed.text) ?? [];
    const words = command.replace('$ID', id).match(/"[^"]*"|\S+/g) ?? [];
    const imported = await fixture.run(words.slice(1).map((word) => word.replaceAll('"', '')));
    expect(imported.status, `${command}\n${imported.text}`).toBe(0);
    const up = await fixture.up();
    expect(up.status, up.text).toBe(0);
    await expectServed(host);
    await expectSettled();
  });
});
