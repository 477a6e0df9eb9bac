// A stack's file with what a deployment of these tests declares.
import { stringify } from 'yaml';
import { recordsText } from '../../../infra/config/host-entry.ts';
import { type Deployment, settingsOf, ZONES } from './deployment.ts';

export function stackText(deployment: Deployment): string {
  const { stack: _, ...all } = settingsOf(deployment);
  const { region, plan, verified, removals, preflight, quotas, ttl } = all;
  const zones = ZONES.map(({ name, provider, zoneId }) => [
    name,
    // The ids of Route 53 have a form of their own, and are optional.
    provider === 'cloudflare' ? { provider, zoneId } : { provider },
  ]);
  const moving = all.moving.map(({ host, replaces }) => ({
    ...{ host, ...(replaces && { replaces: recordsText(replaces) }) },
  }));
  const quota = Object.keys(quotas).length === 0 ? {} : { quotas };
  const settings = {
    ...{ plan, zones: Object.fromEntries(zones), api: all.api, docs: all.docs, verified, removals },
    ...{ adopt: all.adopt, moving, preflight, ttl: { default: ttl.default, ...ttl.hosts }, ...quota },
  };
  const keys = Object.entries(settings).map(([key, value]) => [`petstore:${key}`, value]);
  return stringify({ config: { 'aws:region': region, ...Object.fromEntries(keys) } });
}
