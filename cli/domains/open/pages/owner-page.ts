// The page for the owner of an external host: what to set, where, and what is still wrong. One file, no script.
import { createHash } from 'node:crypto';
import { dnsHostOfServer, ZONE_HOSTS } from '@petstore/custom-domains/dns-hosts';
import { type Finding, isNotice } from '@petstore/custom-domains/preflight';
import { recordsDue } from '../../../../infra/hosts/moves.ts';
import type { HostReport } from '../../hosts.ts';
import { foundRecords, recordChanges, recordsToSet, remedy, sentence, zoneOf } from './components.ts';
import { assetText, documentOf, Html, html } from './layout.ts';

export function ownerPage(status: HostReport, now: Date): string {
  const { plan, findings, state } = status;
  // A record that is still to be set is no warning for the stack's user, and wrong for its owner.
  const open = findings.filter((one) => !isNotice(one));
  const style = `${assetText('styles.css')}\n${assetText('page.css')}`;
  const hash = createHash('sha256').update(style).digest('base64');
  const isLive = state === 'live';
  const isSet = isLive && open.length === 0;
  const main = html`<h1>DNS records for ${plan.host}</h1>
<p>The site at <strong>https://${plan.host}</strong> works ${isLive ? 'as long as these records are set' : 'once these records are set, and its certificate is issued by Amazon'}.</p>
<section aria-labelledby="set"><h2 id="set">1. ${isSet ? 'These records are set, and are to stay' : 'Set these records'}</h2>
${open.some(mayMoveIn) && html`<p class="notice">First ${ASK_FIRST}.</p>`}${where(status, isSet)}${recordsToSet(status)}${missing(status)}</section>
<section aria-labelledby="wrong"><h2 id="wrong">2. What is still wrong</h2>
${open.length > 0 ? html`<ul class="findings">${open.map(wrong)}</ul>` : html`<p>Nothing: all that can be seen from outside is right.</p><p><strong>${isSet ? 'Nothing is left to do.' : NEXT}</strong></p>`}</section>
<section aria-labelledby="found"><h2 id="found">What your name servers have now</h2>${foundRecords(status)}</section>`;
  return documentOf(
    `DNS records for ${plan.host}`,
    html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'">
<style>${new Html(style)}</style>`,
    html`<main id="main">
${main}
</main>
<footer><p>Read from live DNS at ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC. DNS changes can take some time until all see them.</p></footer>`,
  );
}

const NEXT = 'Nothing is left to set now. Tell whoever sent you this page, who does the next step.';

/** Whether the host moves in, the stack's user decides, by a command that its owner does not have. */
const ASK_FIRST =
  'ask whoever sent you this page before you replace what the name has now: that may still serve visitors';

const mayMoveIn = ({ remedy }: Finding): boolean => remedy?.kind === 'move-in';

/** Without code and severity, which are for the stack's user: `record-missing` is also a record with another value. */
function wrong(finding: Finding): Html {
  const { severity, found, why, fix } = finding;
  return html`<li class="finding ${severity === 'blocked' ? severity : 'warning'}"><p><strong>${sentence(found)}</strong></p>
${remedy({ why, fix: mayMoveIn(finding) ? ASK_FIRST : fix })}${recordChanges(finding)}</li>`;
}

/** By the names of its servers, which may be those of nobody that is known. */
function where(status: HostReport, isSet: boolean): Html {
  const { zone } = status.observation;
  const delegated = zone?.delegation.kind === 'delegated' ? zone.delegation.nameServers : [];
  const servers = [...delegated, ...(zone?.servers ?? []).map(({ label }) => label.split(' ')[0] ?? '')];
  const id = servers.map(dnsHostOfServer).find((found) => found !== undefined);
  const title = ZONE_HOSTS.find((host) => host.id === id)?.title ?? id;
  return html`<p>${isSet ? 'Leave them' : 'Set them'} where the zone ${zoneOf(status)} is served${title !== undefined && html`, at <strong>${title}</strong>`}${servers[0] && html` (its name servers are <code>${[...new Set(servers)].join(', ')}</code>)`}.</p>`;
}

/** The routing record of a host of the API is known once it is attached; that of a host that moves in follows then. */
function missing({ plan, output }: HostReport): Html | false {
  if (recordsDue(plan, output).some(({ purpose }) => purpose === 'routing')) return false;
  return plan.moving === undefined
    ? html`<p>A second record, which leads visitors to the site, is known once the certificate is issued.</p>`
    : html`<p>Leave the record that leads visitors to the old place, and set it again if it is gone. A second record takes its place later, when the new place is ready.</p>`;
}
