// A host that is live before the stack has it, for a transition that adopts it.
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { ByHand, CLOUDFLARE_ZONE, type HandZone } from './by-hand.ts';
import { type AdoptedIds, type Hosts, serving } from './transitions.ts';

/** The inputs of a resource of the stack, by logical name and type. */
export type InputsOf = (name: string, type: string) => Promise<Readonly<Record<string, unknown>>>;

const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';
const MAPPING = 'aws:apigatewayv2/apiMapping:ApiMapping';
const RECORD = 'aws:route53/record:Record';

/** What a person has created for the host, as the site that `after` has it for; the stack has the hosts of `before`. */
export async function createByHand(
  registry: Registry,
  inputsOf: InputsOf,
  host: string,
  { before, after }: { readonly before: Hosts; readonly after: Hosts },
): Promise<AdoptedIds> {
  const byHand = new ByHand(registry);
  const zone = await zoneOf(host, Object.keys(before), inputsOf);
  if (after[host] === 'api') {
    const { apiId, stage } = await inputsOf(`${serving(before, 'api')[0]}-mapping`, MAPPING);
    return { host, mapping: await byHand.apiHost(host, zone, { apiId, stage }) };
  }
  const { aliases: _, viewerCertificate: __, ...site } = await inputsOf('docs', DISTRIBUTION);
  return { host, distribution: await byHand.docsHost(host, zone, site) };
}

async function zoneOf(host: string, others: readonly string[], inputsOf: InputsOf): Promise<HandZone> {
  if (!host.endsWith('.pets.localhost')) return { provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE };
  const sibling = others.find((one) => one.endsWith('pets.localhost'));
  const { zoneId } = await inputsOf(`${sibling}-route${sibling === 'pets.localhost' ? '-a' : ''}`, RECORD);
  return { provider: 'route53', zoneId: String(zoneId) };
}
