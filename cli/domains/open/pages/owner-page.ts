// The page for the owner of an external host: what to set, where, and what is still wrong. One file, no script.
import { createHash } from 'node:crypto';
import { dnsHostOfServer, providerTitle, ZONE_HOSTS } from '@petstore/custom-domains/dns-hosts';
import { registrableName } from '@petstore/custom-domains/names';
import { relativeName } from '../../records/records.ts';
import type { HostStatus } from '../../status/host-status.ts';
import { assetText } from '../server/assets.ts';
import { findingList, foundRecords } from './components.ts';
import { type Html, html, trusted } from './markup.ts';

export function ownerPage(status: HostStatus, now: Date): string {
  const { plan, findings } = status;
  const open = findings.filter(({ severity }) => severity !== 'info');
  const style = `${assetText('styles.css')}\n${assetText('page.css')}`;
  const hash = createHash('sha256').update(style).digest('base64');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>DNS records for ${plan.host}</title>
<style>${trusted(style)}</style>
</head>
<body>
<main id="main">
<h1>DNS records for ${plan.host}</h1>
<p>The site at <strong>https://${plan.host}</strong> works once these records are set, and its certificate is issued by Amazon.</p>
<section aria-labelledby="set"><h2 id="set">1. Set these records</h2>${where(status)}${recordTable(status)}</section>
<section aria-labelledby="wrong"><h2 id="wrong">2. What is still wrong</h2>
${open.length > 0 ? findingList(open) : html`<p>Nothing: all that can be seen from outside is right.</p>`}</section>
<section aria-labelledby="found"><h2 id="found">What your name servers have now</h2>${foundRecords(status)}</section>
</main>
<footer><p>Read from live DNS at ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC. DNS changes can take some time until all see them.</p></footer>
</body>
</html>
`.markup;
}

function where(status: HostStatus): Html {
  const { zone } = status.checked.observation;
  const delegated = zone?.delegation.kind === 'delegated' ? zone.delegation.nameServers : [];
  const servers = [...delegated, ...(zone?.servers ?? []).map(({ label }) => label.split(' ')[0] ?? '')];
  const guessed = guessDnsHost(servers);
  if (guessed === undefined)
    return html`<p>Set them where the zone ${zoneOf(status)} is served${servers[0] && html` (its name servers are <code>${[...new Set(servers)].join(', ')}</code>)`}.</p>`;
  const { title, form } = guessed;
  return html`<p>By its name servers, the zone ${zoneOf(status)} is at <strong>${title}</strong>${form !== undefined && html`. Its form: ${form}`}.</p>`;
}

/** The zone that DNS shows; where that is not known, what a registrar sells of the name. */
function zoneOf({ plan, checked }: HostStatus): string {
  return checked.observation.zone?.name ?? registrableName(plan.host);
}

function recordTable(status: HostStatus): Html {
  const records = status.deployed?.records ?? [];
  const zone = zoneOf(status);
  const rows = records.map(
    ({ purpose, name, type, value, ttl }) => html`<div class="record-set"><dt>${type} record</dt>
<dd><span>Name</span> <code class="copied">${relativeName(name, zone) || '@'}</code> or in full <code class="copied">${name}</code></dd>
<dd><span>Value</span> <code class="copied">${value}</code></dd>
<dd><span>TTL</span> <code>${ttl}</code></dd>
<dd><span>For</span> ${PURPOSES[purpose]}${type === 'ALIAS' && html`. Where there is no ALIAS: ANAME, or a flattened CNAME`}</dd></div>`,
  );
  const isWhole = records.some(({ purpose }) => purpose === 'routing');
  return html`<dl class="records">${rows}</dl>
${!isWhole && html`<p>A second record, which leads visitors to the site, is known once the certificate is issued.</p>`}`;
}

const PURPOSES = {
  validation: 'the certificate: it shows that you agree. Keep it: each renewal needs it',
  routing: 'visitors: it leads them to the site',
} as const;

/**
 * Where an owner finds the form for its records, by what `dnsHostOfServer` gives. Menus, not addresses: these change less often.
 * They are in the words of the help pages of 2026; of any other DNS host the name alone is said.
 */
const FORMS: Readonly<Record<string, string>> = {
  cloudflare: 'the dashboard, the domain, DNS, Records',
  route53: 'the AWS console, Route 53, Hosted zones, the zone, Create record',
  GoDaddy: 'Domain Portfolio, the domain, DNS, DNS Records',
  Namecheap: 'Domain List, Manage, Advanced DNS',
  NS1: 'DNS, Zones, the zone, Records',
  Hetzner: 'the Hetzner console, DNS, the zone',
};

/** By whom the zone is served; undefined where the names of the servers belong to nobody that is known. */
export function guessDnsHost(nameServers: readonly string[]): { title: string; form?: string } | undefined {
  const id = nameServers.map(dnsHostOfServer).find((found) => found !== undefined);
  if (id === undefined) return undefined;
  const listed = ZONE_HOSTS.find((host) => host.id === id);
  return { title: listed === undefined ? id : providerTitle(listed.id), form: FORMS[id] };
}
