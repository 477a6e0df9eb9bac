// A stack with one external host, its DNS and its outputs, as the open pages read it.
import { join } from 'node:path';
import { type Context, openContext } from '../../../../cli/domains/context.ts';
import type { TestDns } from '../../../../packages/custom-domains/test/preflight/dns-server.ts';
import { openQuickFixture, type QuickFixture } from '../harness.ts';
import { silentIo } from './harness.ts';

export const HOST = 'shop.partner.example';
export const FILE = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:docs:
    primary: ${HOST}
`;
/** With a second host, www.partner.example. */
export const TWO = FILE.concat('    domains: [www.partner.example]\n');
/** The text of the outputs. */
export const deployed = (certificate: string) =>
  JSON.stringify({ hosts: { [HOST]: { site: 'docs', role: 'primary', certificate, records: [] } } });

export interface ReadStack {
  readonly fixture: QuickFixture;
  readonly dns: TestDns;
  readonly signal: AbortSignal;
  /** `outputs`: a file; empty: none is named. */
  context(stack?: string, outputs?: string): Context;
  /** How often the zone was read. */
  readings(): number;
  close(): Promise<void>;
}

/** The stack production, whose certificate is being validated. */
export async function openStack(): Promise<ReadStack> {
  const fixture = openQuickFixture();
  const stop = new AbortController();
  const { signal } = stop;
  const dns = await fixture.serve({ 'partner.example': { on: ['127.0.0.21'] } });
  fixture.write('Pulumi.production.yaml', FILE);
  fixture.write('outputs.json', deployed('PENDING_VALIDATION'));
  return {
    ...{ fixture, dns, signal },
    context: (stack = 'production', outputs = 'outputs.json') => {
      const file = outputs === '' ? {} : { outputs: join(fixture.folder, outputs) };
      const options = { stack, resolver: dns.resolver, timeout: 5, ...file };
      return openContext(options, silentIo(fixture.folder, signal));
    },
    // Each reading asks the zone's server once for this.
    readings: () =>
      dns.queries.filter(
        ({ server, name, type }) => server === '127.0.0.21' && name === 'partner.example' && type === 'CAA',
      ).length,
    close: async () => {
      stop.abort();
      await fixture.close();
    },
  };
}
