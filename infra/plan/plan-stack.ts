// Settings to plan: everything that is decided before anything is created. Pure.
import { stackKind } from '../config/keys.ts';
import type { Settings, SiteName } from '../config/settings.ts';
import { type DeclaredHost, planHost } from './plan-host.ts';
import type { StackPlan } from './types.ts';

export function planStack(settings: Settings): StackPlan {
  const declared = [...declaredHosts(settings, 'api'), ...declaredHosts(settings, 'docs')];
  return {
    stack: settings.stack,
    region: settings.region,
    production: stackKind(settings.stack) === 'production',
    tags: { project: 'petstore', stack: settings.stack, 'managed-by': 'pulumi' },
    settings,
    hosts: declared.map((host) => planHost(host, settings)),
  };
}

/** A site's hosts in order of declaration: primary, domains, redirects. */
function declaredHosts(settings: Settings, site: SiteName): DeclaredHost[] {
  const { primary, domains, redirects } = settings[site];
  return [
    ...(primary === undefined ? [] : [{ host: primary, site, role: 'primary' } as const]),
    ...domains.map((host) => ({ host, site, role: 'domain' }) as const),
    ...redirects.map(({ from, to, status }) => {
      return { host: from, site, role: 'redirect', redirect: { to, status } } as const;
    }),
  ];
}
