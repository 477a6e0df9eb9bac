// Settings for tests: the defaults, with what a test sets.
import { defaultsFor } from '../../../infra/config/defaults.ts';
import type { Settings } from '../../../infra/config/settings.ts';

export function settings(given: Partial<Settings> = {}): Settings {
  const stack = given.stack ?? 'production';
  const none = { domains: [], redirects: [] };
  const empty = { zones: [], api: none, docs: none, verified: [], adopt: [], moving: [], removals: [] };
  return { ...defaultsFor(stack), ...empty, stack, region: 'eu-west-1', plan: 'pro', ...given };
}
