// The stack files and the small internet that tests of the commands share.
import type { Internet } from '../../../packages/custom-domains/test/preflight/internet.ts';

export const productionFile = `# The production stack.
config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:zones:
    petstore.example: { provider: cloudflare, zoneId: 023e105f4ecef8ad9ca31a8372d0c353 }
    petstore.dev: { provider: route53 } # looked up by name
  petstore:api:
    primary: api.petstore.example
  petstore:docs:
    primary: petstore.example # an apex
    domains:
      - old.petstore.example
`;

/** Of another stack, with names of its own in the same zones. */
const OWN = /(?<=primary: |- )(?=\S*petstore\.example)/g;
export const stagingFile = productionFile.replaceAll(OWN, 'staging.');

/** The file with the changes of the pull request. */
export const changedFile = productionFile
  .replace('      - old.petstore.example\n', '      - docs.petstore.dev\n      - shop.partner.example\n')
  .replace(
    'primary: api.petstore.example\n',
    '$&    domains: [api.eu.petstore.example, api2.petstore.dev]\n',
  );

export const healthyInternet: Internet = {
  'petstore.example': { on: ['127.0.0.21', '127.0.0.22'] },
  'petstore.dev': { on: ['127.0.0.23'] },
  'partner.example': { on: ['127.0.0.24'] },
};

/** One host of each kind: healthy, with a warning, blocked, external. */
export const mixedInternet: Internet = {
  'petstore.example': {
    on: ['127.0.0.21', '127.0.0.22'],
    records: ['*.petstore.example MX 10 mail.petstore.example', '*.petstore.example TXT v=spf1'],
  },
  'petstore.dev': { on: ['127.0.0.23'], records: ['api2.petstore.dev 600 A 192.0.2.1'] },
  'partner.example': {
    on: ['127.0.0.24', '127.0.0.25'],
    records: [
      'shop.partner.example 3600 CNAME cname.vercel-dns.com',
      'partner.example CAA 0 issue letsencrypt.org',
    ],
  },
  'vercel-dns.com': { on: ['127.0.0.26'], records: ['cname.vercel-dns.com A 192.0.2.9'] },
};

const DECLARED: Readonly<Record<string, readonly string[]>> = {
  'petstore.example': ['ada.ns.cloudflare.test', 'bob.ns.cloudflare.test'],
  'petstore.dev': ['ns-1.awsdns-1.test', 'ns-2.awsdns-1.test'],
};

/** The declared zones' servers have the names that their DNS hosts give; a case can have others. */
export function withNameServers(internet: Internet, declared = DECLARED): Internet {
  const named = Object.entries(declared).flatMap(([name, servers]) => {
    const zone = internet[name];
    if (zone === undefined || zone.nameServers !== undefined) return [];
    return [{ name, zone, nameServers: servers.slice(0, zone.on.length) }];
  });
  const zones = named.map(({ name, zone, nameServers }) => [name, { ...zone, nameServers }] as const);
  const hosts = named.map(({ zone, nameServers: [first = '', ...others] }) => {
    const records = [first, ...others].map((server, index) => `${server} A ${zone.on[index]}`);
    return [first.split('.').slice(1).join('.'), { on: ['127.0.0.20'], records }] as const;
  });
  return { ...internet, ...Object.fromEntries([...zones, ...hosts]) };
}
