// At which DNS host an owner finds the form, by the names of the zone's servers.
import { expect, test } from 'vitest';
import { guessDnsHost } from '../../../../cli/domains/open/export/dns-forms.ts';

test.each([
  ['ada.ns.cloudflare.com', 'Cloudflare', 'the dashboard, the domain, DNS, Records'],
  ['ns-1.awsdns-01.com', 'Route 53', 'the AWS console, Route 53, Hosted zones, the zone, Create record'],
  ['ns01.domaincontrol.com', 'GoDaddy', 'Domain Portfolio, the domain, DNS, DNS Records'],
  ['dns1.registrar-servers.com', 'Namecheap', 'Domain List, Manage, Advanced DNS'],
  ['ns1-01.azure-dns.com', 'Azure', 'the Azure portal, DNS zones, the zone, Record sets'],
  ['ns-1-a.gandi.net', 'Gandi', 'Domain, the domain, DNS Records'],
  ['dns1.ovh.net', 'OVH', 'the control panel, Web Cloud, Domain names, the domain, DNS zone'],
  ['ns1.digitalocean.com', 'DigitalOcean', 'the control panel, Networking, Domains, the domain'],
  ['ns1.dnsimple.com', 'DNSimple', 'the domain, DNS, Manage records'],
  ['dns1.p01.nsone.net', 'NS1', 'DNS, Zones, the zone, Records'],
  ['ns1.vercel-dns.com', 'Vercel', 'the dashboard, Domains, the domain, DNS Records'],
  ['ns1.ui-dns.com', 'IONOS', 'Domains & SSL, the domain, DNS'],
  ['helium.ns.hetzner.de', 'Hetzner', 'the Hetzner console, DNS, the zone'],
])('%s: %s', (server, title, form) => {
  expect(guessDnsHost(['ns1.unknown.test', server])).toEqual({ title, form });
});

test('one that was bought twice has both menus', () => {
  expect(guessDnsHost(['ns-cloud-a1.googledomains.com'])?.form).toMatch(/Cloud DNS.*Squarespace/);
});

test('servers that can be anybody’s are at no DNS host that is known', () => {
  expect(guessDnsHost(['ns1.unknown.test'])).toBeUndefined();
  expect(guessDnsHost([])).toBeUndefined();
});
