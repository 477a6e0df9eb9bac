// Parsed config, free of problems, to Settings: defaults filled in, every name in normal form.

import type { ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import type { Declared } from './declared-names.ts';
import { defaultsFor } from './defaults.ts';
import type { StackConfig } from './schema.ts';
import type { RedirectSetting, Settings, SiteName, SiteSetting } from './settings.ts';
import { type ZoneEntry, zoneDeclaration } from './zones.ts';

/** `config` and `declared` are two readings of the same file: their lists run in step. */
export function buildSettings(stack: string, config: StackConfig, declared: Declared): Settings {
  const defaults = defaultsFor(stack);
  return {
    stack,
    region: config['aws:region'],
    ...(config['aws:allowedAccountIds'] && { allowedAccountIds: config['aws:allowedAccountIds'] }),
    plan: config['petstore:plan'] ?? defaults.plan,
    zones: zoneDeclarations(config, declared),
    api: siteSetting('api', config, declared),
    docs: siteSetting('docs', config, declared),
    verified: declared.verified.map(({ host }) => host),
    removals: declared.removals.map(({ host }) => host),
    preflight: config['petstore:preflight'] ?? defaults.preflight,
    protect: config['petstore:protect'] ?? defaults.protect,
    function: { ...defaults.function, ...config['petstore:function'] },
    throttling: { ...defaults.throttling, ...config['petstore:throttling'] },
    logRetentionDays: config['petstore:logRetentionDays'] ?? defaults.logRetentionDays,
    shards: config['petstore:shards'] ?? defaults.shards,
    alarms: { ...defaults.alarms, ...config['petstore:alarms'] },
  };
}

/** By name: the engine does not pass on the order in which a file has the keys of a mapping. */
function zoneDeclarations(config: StackConfig, { zones }: Declared): ZoneDeclaration[] {
  const entries = Object.values(config['petstore:zones'] ?? {});
  const settings = zones.map(({ host: name }, i) => zoneDeclaration(name, entries[i] as ZoneEntry));
  return settings.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function siteSetting(name: SiteName, config: StackConfig, { sites }: Declared): SiteSetting {
  const site = sites.find((candidate) => candidate.site === name);
  const hosts = (role: string) =>
    (site?.hosts ?? []).filter((host) => host.role === role).map(({ host }) => host);
  const [primary] = hosts('primary');
  const written = config[`petstore:${name}`]?.redirects ?? [];
  const redirects = written.map(({ status }, i): RedirectSetting => {
    const redirect = site?.redirects[i];
    return { from: redirect?.from.host ?? '', to: redirect?.to.url ?? '', status };
  });
  return { ...(primary !== undefined && { primary }), domains: hosts('domain'), redirects };
}
