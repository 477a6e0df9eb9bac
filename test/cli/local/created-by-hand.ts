// A host that is live before the stack has it, for a transition that adopts it.
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { ByHand, CLOUDFLARE_ZONE, type HandZone } from './by-hand.ts';
import { type AdoptedIds, type Hosts, serving } from './transitions.ts';

/** The inputs of a resource of the stack, by logical name and type. */
export type InputsOf = (name: string, type: string) => Promise<Readonly<Record<string, unknown>>>;

const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';
const MAPPING = 'aws:apigatewayv2/apiMapping:ApiMapping';
/** It needs alias records: Route 53 refuses a CNAME there. */
const ROUTE53_APEX = 'pets.localhost';

/** What a person has created for the host, as the site that `after` has it for; the stack has the hosts of `before`. */
export async function createByHand(
  registry: Registry,
  inputsOf: InputsOf,
  host: string,
  { before, after }: { readonly before: Hosts; readonly after: Hosts },
): Promise<AdoptedIds> {
  const byHand = new ByHand(registry);
  const zone = await zoneOf(host, byHand);
  const options = { alias: host === ROUTE53_APEX };
  if (after[host] === 'api') {
    const { apiId, stage } = await inputsOf(`${serving(before, 'api')[0]}-mapping`, MAPPING);
    return { host, mapping: await byHand.apiHost(host, zone, { apiId, stage }, options) };
  }
  const { aliases: _, viewerCertificate: __, ...site } = await inputsOf('docs', DISTRIBUTION);
  return { host, distribution: await byHand.docsHost(host, zone, site, options) };
}

async function zoneOf(host: string, byHand: ByHand): Promise<HandZone> {
  const isThere = host === ROUTE53_APEX || host.endsWith(`.${ROUTE53_APEX}`);
  if (!isThere) return { provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE };
  return { provider: 'route53', zoneId: await byHand.hostedZone(ROUTE53_APEX) };
}
