// What `npm pack` ships is whole: its types, its JavaScript and its command work in an empty folder, and nothing else is in it.
import { readdirSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '../src/cli/command.ts';
import { nodesFound, type Packed, packProject } from './packed.ts';
import { startDns, type TestDns } from './preflight/dns-server.ts';

/** Compilers run here, beside those of other suites. */
const LIMIT_MS = 90_000;

let packed: Packed;

beforeAll(async () => {
  packed = await packProject();
}, LIMIT_MS);

afterAll(() => packed?.remove());

const PROGRAM = `
import { Api } from '@pulumi/aws/apigatewayv2/api.js';
import { externalDns, CustomHost, gatewayTarget, Preflight, Redirects } from '@petstore/custom-domains';
import type { DnsAdapter, Finding, HostRecord } from '@petstore/custom-domains';
import { cloudflareDns } from '@petstore/custom-domains/dns-hosts/cloudflare';
import { certificateRequest, readStackState } from '@petstore/custom-domains/many-hosts';
import { normaliseHost } from '@petstore/custom-domains/names';
import { check, createReader } from '@petstore/custom-domains/preflight';

const api = new Api('api', { protocolType: 'HTTP' });
const target = gatewayTarget({ apiId: api.id, stage: '$default' });
const dns: DnsAdapter = cloudflareDns({ name: 'example.com', zoneId: '0123' });
const tags = { team: api.name };
const host = new CustomHost('api', { host: 'api.example.com', dns, target, preflight: new Preflight(), tags });
export const records: Promise<HostRecord[]> = new Promise((resolve) => host.records.apply(resolve));
export const moved = new Redirects('redirects').target({ to: 'api.example.com', status: 308 });
export const code: Finding['severity'] = 'blocked';
export const requests = readStackState().then((state) => certificateRequest('api.example.com', state));
export const checked = check([], createReader());
export const normal = normaliseHost('Api.example.com').ok;
`;

const WRONG = `
// @ts-expect-error a string is not a boolean
externalDns({ verified: 'yes' });
// @ts-expect-error whether there is a preflight has no default
new CustomHost('a', { host: 'a.example.com', dns, target });
`;

test.each(['nodenext', 'node16', 'bundler'] as const)(
  'a program of another team type-checks against it, its declarations too, with the resolution %s; mistakes are found',
  async (resolution) => {
    const program = `${PROGRAM}${WRONG}externalDns({ verified: true });\n`;
    expect(await packed.check(program, resolution)).toBe('');
  },
  LIMIT_MS,
);

const ROUTE53_ONLY = `
import * as pulumi from '@pulumi/pulumi';
import { CustomHost, Redirects } from '@petstore/custom-domains';
import { dnsAdapter } from '@petstore/custom-domains/dns-hosts';

const types: string[] = [];
const option = { resourceRecordName: '_t.example.com.', resourceRecordValue: '_p.acm-validations.aws.' };
await pulumi.runtime.setMocks({
  newResource: ({ type, name, inputs }) => {
    types.push(type);
    const domainValidationOptions = [{ domainName: inputs.domainName, ...option }];
    return { id: name, state: { ...inputs, domainValidationOptions } };
  },
  call: () => ({ zoneId: 'Z1' }),
});
await pulumi.runtime.runInPulumiStack(async () => {
  const dns = await dnsAdapter({ name: 'example.com', provider: 'route53' });
  const target = new Redirects('redirects').target({ to: 'www.example.com', status: 308 });
  new CustomHost('apex', { host: 'example.com', dns, target, preflight: 'off', request: {} });
});
await pulumi.runtime.disconnect();
console.log(types.join(' '));
`;

test(
  'a program without @pulumi/cloudflare compiles and runs with a zone at Route 53',
  async () => {
    const program = packed.without('@pulumi/cloudflare');
    expect(await program.check(ROUTE53_ONLY)).toBe('');
    const output = await program.run(stripTypeScriptTypes(ROUTE53_ONLY));
    expect(output.match(/aws:route53\/record:Record/g)).toHaveLength(4);
    await expect(
      program.run("await import('@petstore/custom-domains/dns-hosts/cloudflare')"),
    ).rejects.toThrow("Cannot find package '@pulumi/cloudflare'");
  },
  LIMIT_MS,
);

test.each(nodesFound())(
  "README's check in code, in a project without Pulumi, reports what is in the way on %s",
  async (node) => {
    const project = packed.without('@pulumi/');
    const example = packed.example('createReader()');
    expect(await project.check(example, 'nodenext', { skipLibCheck: true })).toBe('');
    await using dns = await startDns({
      'example.com': { on: ['127.0.0.11'], records: ['shop.example.com A 192.0.2.1'] },
    });
    // The one difference: the example asks the system's resolver.
    const local = example.replace('createReader()', `createReader({ resolver: '${dns.resolver}' })`);
    const output = await project.run(stripTypeScriptTypes(local), node);
    expect(output).toMatch(/^shop\.example\.com\n/);
    expect(output).toMatch(/conflicting-record +A 192\.0\.2\.1/);
  },
);

describe('the command, in an empty folder with no Pulumi installed', () => {
  let command: ReturnType<Packed['commandFolder']>;
  let dns: TestDns;

  beforeAll(async () => {
    command = packed.commandFolder();
    const certificate = {
      Type: 'AWS::CertificateManager::Certificate',
      Properties: { DomainName: 'shop.example.com' },
    };
    writeFileSync(join(command.folder, 'plan.json'), JSON.stringify({ Resources: { Shop: certificate } }));
    dns = await startDns({
      'example.com': {
        on: ['127.0.0.11', '127.0.0.12'],
        records: [
          'example.com A 192.0.2.1',
          'example.com AAAA 2001:db8::1',
          'example.com CAA 0 issue letsencrypt.org',
          'shop.example.com CNAME d1.cloudfront.net',
          'old.example.com CNAME old.eu-west-1.elasticbeanstalk.com',
        ],
      },
      'cloudfront.net': { on: ['127.0.0.13'], records: ['d1.cloudfront.net A 192.0.2.9'] },
      'elasticbeanstalk.com': { on: ['127.0.0.13'] },
      'example.net': { on: ['127.0.0.13'], records: ['shop.example.net A 192.0.2.8'] },
    });
  });
  afterAll(() => dns?.close());

  test('no peer is there', async () => {
    // npx takes --help and --version for itself.
    const { out, err, status } = await command.npx(['help']);
    expect([err, status]).toEqual(['', 0]);
    expect(out).toMatch(/^Usage: custom-domains /);
    const installed = readdirSync(join(command.folder, 'node_modules'));
    expect(installed).not.toContain('@pulumi');
  });

  /** Of each example: the exit status, and the findings. */
  const RESULTS: readonly (readonly [status: number, ...codes: string[]])[] = [
    [1, 'caa-blocks-authority'],
    [1, 'caa-blocks-authority', 'record-missing'],
    [1, 'cname-elsewhere'],
    [0],
    [1, 'caa-blocks-authority'],
    [1, 'caa-blocks-authority'],
    [1, 'target-claimable'],
    [0],
  ];

  test.each(EXAMPLES.map((example, index) => [example, RESULTS[index] ?? []] as const))(
    '%s',
    async (example, [status, ...codes]) => {
      const [, name = '', ...rest] = example.replace(/ < .*/, '').split(' ');
      const network = name === 'profiles' ? [] : ['--resolver', dns.resolver, '--timeout', '0.5'];
      const ended = await command.npx([name, ...rest, ...network], 'shop.example.com # the shop\n\n');
      expect(ended.err).toBe('');
      expect(ended.status, ended.out).toBe(status);
      const found = ended.out.match(/\b[a-z]+(-[a-z]+)+\b/g) ?? [];
      for (const code of codes) expect(found).toContain(code);
      if (codes.length === 0) expect(ended.out).not.toMatch(/blocks-|claimable|missing|elsewhere/);
    },
    LIMIT_MS,
  );
});
