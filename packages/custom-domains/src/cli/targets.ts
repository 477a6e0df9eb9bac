// What people point hosts to: profiles of platforms as data, and a name or addresses that are given.
import { isIP, isIPv6, SocketAddress } from 'node:net';
import { readOn, type Source } from '../authorities/index.ts';
import { type HostSpec, type Routing, routingType } from '../dns-hosts/zone.ts';
import { canonical } from '../names/dns-name.ts';
import { UsageError } from '../output/index.ts';
import type { CheckedHost } from '../preflight/finding.ts';
import { zoneLine } from '../preflight/index.ts';
import { add, addAddress, isAtApex } from '../preflight/rules/rule.ts';

export interface TargetProfile {
  readonly id: string;
  readonly title: string;
  readonly names: readonly RegExp[];
  readonly example: string;
  readonly attach: HostSpec['target'];
  readonly source: Source;
}

const earlier = readOn('2026-11-22');
const later = readOn('2026-11-27');

/** They are of AWS, whose own authority is Amazon. At an apex each needs an alias record or CNAME flattening, as addresses change. */
export const TARGETS_ISSUER = 'amazon';

export const TARGETS: readonly TargetProfile[] = [
  {
    id: 'cloudfront',
    title: 'CloudFront',
    names: [/\.cloudfront\.net$/],
    example: 'd111111abcdef8.cloudfront.net',
    attach: 'distribution',
    source: earlier(
      'a CNAME to the domain name of the distribution, which has to have the host among its aliases',
      'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/CNAMEs.html',
    ),
  },
  {
    id: 'apigateway',
    title: 'API Gateway',
    // The names of edge-optimised custom domain names are CloudFront's.
    names: [/\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/, /\.cloudfront\.net$/],
    example: 'd-1a2b3c4d5e.execute-api.eu-west-1.amazonaws.com',
    attach: 'gateway',
    source: earlier(
      'a record to the target of the custom domain name, which may be a subdomain or an apex',
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-custom-domains.html',
    ),
  },
  {
    id: 'alb',
    title: 'Elastic Load Balancing',
    names: [/\.elb\.([a-z0-9-]+\.)?amazonaws\.com$/],
    example: 'my-lb-1234567890.us-east-1.elb.amazonaws.com',
    attach: 'gateway',
    source: earlier(
      'a CNAME to the DNS name of the load balancer; an alias at an apex',
      'http://docs.amazonwebservices.com/ElasticLoadBalancing/latest/DeveloperGuide/using-domain-names-with-elb.html',
    ),
  },
  {
    id: 'apprunner',
    title: 'App Runner',
    names: [/\.awsapprunner\.com$/],
    example: 'psbqam834h.us-east-1.awsapprunner.com',
    attach: 'gateway',
    source: later(
      'for each name a mapping to the App Runner subdomain of the service, in a certificate of ACM',
      'https://docs.aws.amazon.com/apprunner/latest/api/API_AssociateCustomDomain.html',
    ),
  },
];

export interface Target {
  readonly title: string;
  readonly routing: Routing;
  readonly name?: string;
  readonly profile?: TargetProfile;
}

export const TARGET_FORMS = `${TARGETS.map(({ id }) => id).join(', ')}, cname:NAME or a:ADDRESS[,ADDRESS]`;

/** Undefined: the host keeps the records that it has. */
export function parseTarget(text: string | undefined): Target {
  if (text === undefined) return { title: 'its present records', routing: { kind: 'unchanged' } };
  const profile = TARGETS.find(({ id }) => id === text);
  if (profile !== undefined)
    return { title: profile.title, routing: { kind: 'name', within: profile.names }, profile };
  const [, form, value = ''] = /^(cname|a):(.+)$/s.exec(text) ?? [];
  if (form === 'cname') return named(value);
  if (form === 'a') return addressed(value);
  throw new UsageError(`--target ${JSON.stringify(text)} is not known.`, `give ${TARGET_FORMS}`);
}

/** A target's name can have underscores, and can be a public suffix's. */
function named(text: string): Target {
  const name = canonical(text);
  if (name.length > 253 || isIP(name) !== 0 || !/^([a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(name))
    throw new UsageError(
      `--target cname:${text} is not a DNS name.`,
      'write the name that the host is to point to, as in cname:shop.example.net',
    );
  const profile = TARGETS.find(({ names }) => names.some((one) => one.test(name)));
  return { title: name, name, profile, routing: { kind: 'name', within: [] } };
}

function addressed(text: string): Target {
  const written = text.split(',');
  const wrong = written.find((one) => isIP(one) === 0 || one.includes('%'));
  if (wrong !== undefined)
    throw new UsageError(
      `--target a:${text} has ${JSON.stringify(wrong)}, which is not an IP address.`,
      'give IPv4 and IPv6 addresses, with commas between them',
    );
  const addresses = [...new Set(written.map(normalisedAddress))];
  return { title: addresses.join(', '), routing: { kind: 'addresses', addresses } };
}

/** RFC 5952, as the reader has addresses. */
export function normalisedAddress(address: string): string {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  return new SocketAddress({ address, family }).address;
}

/** What a person reads: lines of a zone file where the target is known, else words. Undefined: the records stay. */
export function neededRecord({ plan, observation }: CheckedHost, target: Target): string | undefined {
  const { host } = plan;
  if (target.routing.kind === 'addresses') {
    const records = target.routing.addresses.map((one) => addAddress(host, one));
    return records.map(zoneLine).join('; ');
  }
  if (target.routing.kind === 'unchanged') return undefined;
  const apex = isAtApex(plan, observation);
  if (target.name !== undefined)
    return zoneLine(add(host, routingType({ apex, zone: plan.zone }), target.name));
  const record = apex ? 'an alias (ALIAS, ANAME) or a flattened CNAME' : 'a CNAME';
  return `${record} to the name that ${target.title} shows, like ${target.profile?.example}`;
}
