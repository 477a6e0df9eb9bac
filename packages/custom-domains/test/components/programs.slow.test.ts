// What Node and Pulumi's runtime print of a program's failures, and the code of the redirects, as CloudFront must be able to run it.
import { spawnSync } from 'node:child_process';
import { transform } from 'esbuild';
import { expect, test } from 'vitest';
import { REDIRECT_CODE } from '../../src/components/redirects.ts';

/** What a program prints of each rejection as a listener that was there first, as the runtime's own is; Node itself prints nothing. */
function seen(program: string): string[] {
  const script = `
    import * as pulumi from '@pulumi/pulumi';
    process.on('unhandledRejection', (e) => console.log(pulumi.RunError.isInstance(e), e.stack.split('\\n')[0]));
    ${program}`;
  const args = ['--conditions=@petstore/source', '--input-type=module', '--eval', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 30_000 });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test('failed resources under --continue-on-error: a RunError of one line for each, and no other error', () => {
  const program = `
    const { shortenFailedResources } = await import('@petstore/custom-domains/many-hosts');
    shortenFailedResources();
    void Promise.reject(new Error('resource a [b:c:D] failed to register'));
    void Promise.reject(new Error('a mistake: of the program'));`;
  const failed = expect.stringMatching(/^true a failed: /);
  expect(seen(program)).toEqual([failed, 'false Error: a mistake: of the program']);
});

/** terraform-provider-aws, internal/service/route53/zone_data_source.go. */
const REFUSAL = 'no matching Route 53 Hosted Zone found';

test('a zone of Route 53 that is not found by its name is told at once, and Node warns of no rejection that is handled late', () => {
  const program = `
    const { CustomHost, Redirects, route53Dns } = await import('@petstore/custom-domains');
    const call = ({ token }) => {
      if (token === 'aws:route53/getZone:getZone') throw Object.assign(new Error(), { details: '${REFUSAL}' });
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
    await pulumi.runtime.disconnect().catch(() => undefined);`;
  expect(seen(program)[0]).toBe(
    `true Error: the zone shop.example was not found at Route 53: ${REFUSAL}. Check its name and the account of the credentials, or give its zoneId`,
  );
});

test('the redirects are under 10 KB, and in what runtime 2.0 takes: ECMAScript 5 with let, const and async functions', async () => {
  expect(Buffer.byteLength(REDIRECT_CODE)).toBeLessThan(10_240);
  // esbuild refuses, or rewrites, what the target does not have.
  const supported = { 'const-and-let': true, 'async-await': true } as const;
  const { code: lowered, warnings } = await transform(REDIRECT_CODE, {
    ...{ target: 'es5', supported, format: 'esm', minify: true },
  });
  const { code: same } = await transform(REDIRECT_CODE, { target: 'es2018', format: 'esm', minify: true });
  expect(warnings).toEqual([]);
  expect(lowered).toBe(same);
});
