// A zone of Route 53 that is looked up by its name, and that the provider does not find.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** terraform-provider-aws, internal/service/route53/zone_data_source.go. */
const REFUSAL = 'no matching Route 53 Hosted Zone found';

/** A program whose host is in that zone: what Node prints by itself, and the first line that Pulumi's runtime would print. */
const PROGRAM = `
import * as pulumi from '@pulumi/pulumi';
import { CustomHost, Redirects, route53Dns } from '@petstore/custom-domains';
const reported = [];
process.on('unhandledRejection', (error) => reported.push([pulumi.RunError.isInstance(error), error.message].join(' ')));
const call = ({ token }) => {
  if (token === 'aws:route53/getZone:getZone') throw Object.assign(new Error(), { details: ${JSON.stringify(REFUSAL)} });
  return {};
};
const newResource = async ({ name, inputs }) => {
  // The look-up ends while the certificate is created, which the records wait for.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const option = { domainName: inputs.domainName, resourceRecordName: '_a.', resourceRecordValue: '_b.' };
  return { id: name, state: { ...inputs, domainValidationOptions: [option] } };
};
await pulumi.runtime.setMocks({ newResource, call });
const target = new Redirects('redirects').target({ to: 'www.shop.example', status: 308 });
const dns = route53Dns({ name: 'shop.example' });
await pulumi.runtime.runInPulumiStack(async () => {
  new CustomHost('host', { host: 'a.shop.example', dns, target, preflight: 'off', request: {} });
}).catch(() => undefined);
await pulumi.runtime.disconnect().catch(() => undefined);
console.log(reported[0]);`;

test('a program is told at once, and Node warns of no rejection that is handled late', () => {
  const args = ['--conditions=@petstore/source', '--input-type=module', '--eval', PROGRAM];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 30_000 });
  expect(stderr).toBe('');
  expect(stdout.trim()).toBe(
    `true the zone shop.example was not found at Route 53: ${REFUSAL}. Check its name and the account of the credentials, or give its zoneId`,
  );
});
