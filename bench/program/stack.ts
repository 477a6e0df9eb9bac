// A stack with as many hosts as asked for: half of the API, half of the documentation, in zones of both kinds.
import type { ParseResult } from '../../infra/config/parse.ts';
import { parseSettings } from '../../infra/config/parse.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import type { StackPlan } from '../../infra/plan/types.ts';

const ZONES = 10;

function hosts(site: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${site}${index}.zone${index % ZONES}.example`);
}

/** `Pulumi.production.yaml` as it would be, parsed. */
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
    // Reading DNS is measured by itself, in bench/preflight.ts.
    'petstore:preflight': 'off',
    'petstore:zones': Object.fromEntries(zones),
    'petstore:api': { primary: api, domains: apiHosts },
    'petstore:docs': { primary: docs, domains: docsHosts },
  };
}

/** From what the file holds to the plan, as every command goes. */
export function planOf(config: Readonly<Record<string, unknown>>): StackPlan {
  const parsed: ParseResult = parseSettings('staging', config);
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return planStack(parsed.settings);
}
