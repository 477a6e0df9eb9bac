// A whole stack's config for tests, of which each case changes one thing.
import { parseSettings } from '../../../infra/config/parse.ts';
import type { Problem } from '../../../infra/config/problem.ts';
import type { Settings } from '../../../infra/config/settings.ts';

export type Raw = Record<string, unknown>;

export const ZONE_ID = '023e105f4ecef8ad9ca31a8372d0c353';
export const good: Raw = {
  'aws:region': 'eu-west-1',
  'petstore:plan': 'pro',
  'petstore:zones': {
    'petstore.example': { provider: 'cloudflare', zoneId: ZONE_ID },
    'petstore.dev': { provider: 'route53' },
  },
  'petstore:api': {
    primary: 'api.petstore.example',
    domains: ['api.petstore.dev'],
    redirects: [{ from: 'old-api.petstore.example', to: 'api.petstore.example', status: 308 }],
  },
  'petstore:docs': { primary: 'petstore.example', domains: ['docs.partner.example'] },
};

export function problemsOf(change: Raw): readonly Problem[] {
  const result = parseSettings('production', { ...good, ...change });
  return 'problems' in result ? result.problems : [];
}

/** `code path`, one for each problem. */
export function found(change: Raw): string[] {
  return problemsOf(change).map(({ code, path }) => `${code} ${path}`);
}

export function settingsOf(change: Raw, stack = 'production'): Settings {
  const result = parseSettings(stack, { ...good, ...change });
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.settings;
}

export function docs(redirects: unknown[], more: Raw = {}): Raw {
  return { 'petstore:docs': { primary: 'petstore.example', ...more, redirects } };
}

export function redirect(from: string, to: string, status: unknown = 301) {
  return { from, to, status };
}
