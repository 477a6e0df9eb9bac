// A whole stack's config for tests, of which each case changes one thing.
import { Ajv } from 'ajv';
import type { EditResult } from '../../../infra/config/edit/edit.ts';
import { parseSettings } from '../../../infra/config/parse.ts';
import type { Problem } from '../../../infra/config/problem.ts';
import { stackFileSchema } from '../../../infra/config/schema.ts';
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

export function problemsIn(config: Raw): readonly Problem[] {
  const result = parseSettings('production', config);
  return 'problems' in result ? result.problems : [];
}

/** The config with what a change sets, in its mappings too; `null` and what is undefined are not there. */
export function changed(change: Raw, config: Raw = good): Raw {
  const isMapping = (value: unknown): value is Raw =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = Object.entries(change).map(([key, value]) => {
    const old = config[key];
    return [key, isMapping(value) && isMapping(old) ? changed(value, old) : value];
  });
  const all = Object.entries({ ...config, ...Object.fromEntries(entries) });
  return JSON.parse(JSON.stringify(Object.fromEntries(all.filter(([, value]) => value !== null))));
}

const validate = new Ajv({ strict: false, allErrors: true }).compile(stackFileSchema());

/** Where the JSON schema finds something, as JSON pointers below `config`; empty: nothing. */
export function flagged(config: Raw): string[] {
  if (validate({ config })) return [];
  return [...new Set((validate.errors ?? []).map(({ instancePath }) => instancePath))];
}

/** `code path`, one for each problem. */
export function found(change: Raw): string[] {
  return problemsIn({ ...good, ...change }).map(({ code, path }) => `${code} ${path}`);
}

export function settingsOf(change: Raw, stack = 'production'): Settings {
  const result = parseSettings(stack, { ...good, ...change });
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.settings;
}

export function textOf(result: EditResult): string {
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.text;
}

/** The docs site with one redirect. */
export function redirecting(from: string, to: unknown): Raw {
  return { 'petstore:docs': { primary: 'petstore.example', redirects: [{ from, to, status: 301 }] } };
}
