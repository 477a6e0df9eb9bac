// `npx custom-domains` from the packed archive, in an empty folder, against a zone on the loopback.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../src/cli/help.ts';
import { type CommandFolder, type Packed, packProject } from '../packed.ts';
import { startDns, type TestDns } from '../preflight/dns-server.ts';

const LIMIT_MS = 90_000;

describe('the command, in an empty folder with no Pulumi installed', () => {
  let packed: Packed;
  let command: CommandFolder;
  let dns: TestDns;

  beforeAll(async () => {
    packed = await packProject();
    command = packed.commandFolder();
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
  }, LIMIT_MS);
  afterAll(async () => {
    packed?.remove();
    await dns?.close();
  });

  test('no peer is there', async () => {
    const { err, status } = await command.npx(['--version']);
    expect([err, status]).toEqual(['', 0]);
    const installed = readdirSync(join(command.folder, 'node_modules'));
    expect(installed).not.toContain('@pulumi');
  });

  /** The findings of each, and the exit status. */
  const RESULTS: readonly (readonly [status: number, ...codes: string[]])[] = [
    [1, 'caa-blocks-authority'],
    [1, 'caa-blocks-authority', 'record-missing'],
    [0, 'cname-elsewhere'],
    [0],
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

  test('JSON has the next command of each finding', async () => {
    const args = `check shop.example.com --target cloudfront --json --resolver ${dns.resolver}`.split(' ');
    const { out, status } = await command.npx(args);
    const [host] = (JSON.parse(out) as { hosts: { findings: { next: string }[] }[] }).hosts;
    expect(status).toBe(1);
    expect(host?.findings.map(({ next }) => next)).toEqual([
      'dig CAA example.com',
      `npx custom-domains check shop.example.com --target cloudfront --resolver ${dns.resolver}`,
    ]);
  });

  test('DNS that is silent is exit status 3', async () => {
    const args = ['check', 'shop.example.com', '--authority', 'amazon', '--timeout', '0.05'];
    const { status, out } = await command.npx([...args, '--resolver', '127.0.0.250:9']);
    expect(status, out).toBe(3);
    expect(out).toContain('dns-unreadable');
  });
});
