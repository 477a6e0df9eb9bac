// A stack with a given number of hosts: half for the API, half for the documentation, in zones of both DNS hosts.
import type { ParseResult } from '../../infra/config/parse.ts';
import { parseSettings } from '../../infra/config/parse.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import type { StackPlan } from '../../infra/plan/types.ts';

const ZONES = 10;

function hosts(site: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${site}${index}.zone${index % ZONES}.example`);
}

/** The parsed `Pulumi.production.yaml` of such a stack. */
export function configOf(count: number): Readonly<Record<string, unknown>> {
  const [api = '', ...apiHosts] = hosts('api', count / 2);
  const [docs = '', ...docsHosts] = hosts('docs', count / 2);
  const zones = Array.from({ length: ZONES }, (_, index) => [
    `zone${index}.example`,
    index % 2 === 0
      ? { provider: 'route53' }
      : { provider: 'cloudflare', zoneId: String(index).padStart(32, '0') },
  ]);
  return {
    'aws:region': 'eu-west-1',
    'petstore:plan': 'pro',
    // bench/preflight.ts measures the reading of DNS.
    'petstore:preflight': 'off',
    'petstore:zones': Object.fromEntries(zones),
    'petstore:api': { primary: api, domains: apiHosts },
    'petstore:docs': { primary: docs, domains: docsHosts },
  };
}

/** From the file's content to the plan, as in every command. */
export function planOf(config: Readonly<Record<string, unknown>>): StackPlan {
  const parsed: ParseResult = parseSettings('staging', config);
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return planStack(parsed.settings);
}
