// Settings for tests: those of a file that sets nothing but its region, with what a test sets.
import type { StackConfig } from '../../../infra/config/schema.ts';
import { buildSettings, type Settings } from '../../../infra/config/settings.ts';

export function settings(given: Partial<Settings> = {}): Settings {
  const stack = given.stack ?? 'production';
  const config: StackConfig = { 'aws:region': 'eu-west-1', 'petstore:plan': 'pro' };
  return { ...buildSettings(stack, config), ...given };
}
