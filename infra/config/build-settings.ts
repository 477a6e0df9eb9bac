// Parsed config, free of problems, to Settings: the defaults are filled in.

import type { ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import { BACKUP_DAYS, defaultsFor } from './defaults.ts';
import { zoneName } from './name-schema.ts';
import type { StackConfig } from './schema.ts';
import type { Settings, SiteName, SiteSetting } from './settings.ts';
import { ttlSetting } from './ttl.ts';
import { zoneDeclaration } from './zones.ts';

export function buildSettings(stack: string, config: StackConfig): Settings {
  const defaults = defaultsFor(stack);
  return {
    stack,
    region: config['aws:region'],
    ...(config['aws:allowedAccountIds'] && { allowedAccountIds: config['aws:allowedAccountIds'] }),
    plan: config['petstore:plan'] ?? defaults.plan,
    zones: zoneDeclarations(config),
    api: siteSetting(config['petstore:api']),
    docs: siteSetting(config['petstore:docs']),
    verified: config['petstore:verified'] ?? [],
    adopt: config['petstore:adopt'] ?? [],
    moving: config['petstore:moving'] ?? [],
    removals: config['petstore:removals'] ?? [],
    preflight: config['petstore:preflight'] ?? defaults.preflight,
    beta: config['petstore:beta'] ?? defaults.beta,
    checks: config['petstore:checks'] ?? defaults.checks,
    tracing: config['petstore:tracing'] ?? defaults.tracing,
    ttl: ttlSetting(config['petstore:ttl'], defaults.ttl),
    protect: config['petstore:protect'] ?? defaults.protect,
    ...(config['petstore:permissionsBoundary'] && {
      permissionsBoundary: config['petstore:permissionsBoundary'],
    }),
    function: { ...defaults.function, ...config['petstore:function'] },
    release: { ...defaults.release, ...config['petstore:release'] },
    throttling: { ...defaults.throttling, ...config['petstore:throttling'] },
    logRetentionDays: config['petstore:logRetentionDays'] ?? defaults.logRetentionDays,
    shards: config['petstore:shards'] ?? defaults.shards,
    alarms: { ...defaults.alarms, ...config['petstore:alarms'] },
    ...backupSetting(config['petstore:backup']),
  };
}

/** One of the two places is there (setting-rules.ts). */
function backupSetting(written: StackConfig['petstore:backup']): Pick<Settings, 'backup'> {
  if (written === undefined) return {};
  const { region, vault = '', days = BACKUP_DAYS } = written;
  return { backup: region === undefined ? { vault, days } : { region, days } };
}

/** By name: the engine does not preserve the order in which a file has the keys of a mapping. */
function zoneDeclarations(config: StackConfig): ZoneDeclaration[] {
  const settings = Object.entries(config['petstore:zones'] ?? {}).map(([key, entry]) =>
    zoneDeclaration(zoneName(key) ?? key, entry),
  );
  return settings.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function siteSetting(site: StackConfig[`petstore:${SiteName}`] = {}): SiteSetting {
  const { primary, domains = [], redirects = [] } = site;
  return {
    ...(primary !== undefined && { primary }),
    domains,
    redirects: redirects.map(({ from, to, status }) => ({ from, to: to.url, status })),
  };
}
