// Stacks of any number of hosts: half of them redirects, the rest in turn of the API and of the documentation, in three zones.
import { parseSettings } from '../../infra/config/parse.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import type { StackPlan } from '../../infra/plan/types.ts';

/** Under names for which the local cloud's authority issues certificates. */
const ZONES = ['one.example', 'two.example', 'three.test'] as const;

interface HostCounts {
  readonly api: number;
  readonly docs: number;
  readonly redirects: number;
}

export function halfRedirects(hosts: number): HostCounts {
  const redirects = Math.floor(hosts / 2);
  const api = Math.ceil((hosts - redirects) / 2);
  return { api, docs: hosts - redirects - api, redirects };
}

/** The parsed stack file. Redirects lead to a host of either site in turn. */
export function configOf({ api, docs, redirects }: HostCounts): Readonly<Record<string, unknown>> {
  const named = (kind: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${kind}${n}.${ZONES[n % ZONES.length]}`);
  const [apiHosts, docsHosts] = [named('api', api), named('docs', docs)];
  const everySecond = (first: number) => named('old', redirects).filter((_, n) => n % 2 === first);
  const site = (hosts: readonly string[], own: readonly string[]) => ({
    primary: hosts[0],
    domains: hosts.slice(1),
    redirects: own.map((host, n) => ({ from: host, to: hosts[n % hosts.length], status: 308 })),
  });
  const [one, two, three] = ZONES;
  return {
    'aws:region': 'eu-west-1',
    'petstore:plan': 'pro',
    'petstore:zones': {
      [one]: { provider: 'route53' },
      [two]: { provider: 'cloudflare', zoneId: '023e105f4ecef8ad9ca31a8372d0c353' },
      [three]: { provider: 'route53' },
    },
    'petstore:api': site(apiHosts, everySecond(0)),
    'petstore:docs': site(docsHosts, everySecond(1)),
  };
}

/** As every command makes it of a file. */
export function planOf(config: Readonly<Record<string, unknown>>): StackPlan {
  const parsed = parseSettings('local', config);
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return planStack(parsed.settings);
}
