// A zone in another account at Cloudflare, under the Pulumi CLI: planned and compared with a token that reads, deployed with one that edits.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScript } from '../github/scripts.ts';
import { EngineFixture, pulumi, STACK_FILE } from './pulumi.ts';

const VARIABLE = 'CLOUDFLARE_API_TOKEN_TEAM';
const [READ, EDIT, OWN] = ['token-that-reads', 'token-that-edits', 'token-of-the-deployment'];

describe.skipIf(pulumi === undefined)('a zone with a token of its own', { timeout: 180_000 }, () => {
  let fixture: EngineFixture;
  const file = (name: string) => join(fixture.folder, name);

  /** The engine starts a process for each of Cloudflare's providers. This one notes its token, and is the local cloud's server. */
  beforeAll(async () => {
    fixture = await EngineFixture.start();
    fixture.edit(
      STACK_FILE,
      '{ provider: cloudflare, ',
      `{ provider: cloudflare, tokenVariable: ${VARIABLE}, `,
    );
    const { PULUMI_DEBUG_PROVIDERS = '', PATH = '' } = fixture.environment;
    const [aws = '', port] = PULUMI_DEBUG_PROVIDERS.split(',cloudflare:');
    mkdirSync(file('plugins'));
    const script = `#!/bin/sh\necho "$CLOUDFLARE_API_TOKEN" >> '${file('tokens')}'\necho ${port}\nexec sleep 300\n`;
    writeFileSync(file('plugins/pulumi-resource-cloudflare'), script, { mode: 0o755 });
    Object.assign(fixture.environment, {
      PULUMI_DEBUG_PROVIDERS: aws,
      PATH: [file('plugins'), PATH].join(delimiter),
      CLOUDFLARE_API_TOKEN: OWN,
    });
  }, 60_000);
  afterAll(() => fixture?.close());

  /** The tokens of the providers that `work` started. */
  async function tokensOf(token: string, work: () => Promise<unknown>): Promise<Set<string>> {
    rmSync(file('tokens'), { force: true });
    fixture.environment[VARIABLE] = token;
    await work();
    return new Set(readFileSync(file('tokens'), 'utf8').trim().split('\n'));
  }

  test('is deployed with a plan of another token, then has no drift, and its state has neither', async () => {
    const planned = await tokensOf(READ, async () => {
      const env = { ...(process.env as Record<string, string>), ...fixture.environment };
      const { status, output } = await runScript('plan.ts', ['local'], fixture.folder, env);
      expect(status, output).toBe(0);
    });
    const deployed = await tokensOf(EDIT, () => fixture.up('--refresh', '--plan', 'plan/update.json'));
    const compared = await tokensOf(READ, () => fixture.assertSettled());
    expect([planned, deployed, compared]).toEqual([new Set([READ]), new Set([EDIT]), new Set([READ])]);
    const { text } = await fixture.run(['stack', 'export', '--show-secrets']);
    expect(text).toContain('cloudflare:index/dnsRecord:DnsRecord');
    const plan = readFileSync(file('plan/update.json'), 'utf8');
    for (const token of [READ, EDIT, OWN]) expect(text + plan).not.toContain(token);
  });
});
