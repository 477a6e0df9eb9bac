// Judges where a host's CNAME leads, as pure functions. A name counts as claimable only by the platform's own answer.
import type { Finding, RecordChange } from '../preflight/finding.ts';
import { remove } from '../preflight/rules/rule.ts';
import type { TargetState } from './observe-target.ts';
import type { Platform } from './platforms.ts';

type Leads = TargetState & { readonly kind: 'leads' };

/** `deleted`: a name that exists, and that a removal is about to delete. */
export function targetFindings(host: string, state: TargetState, deleted?: string): Finding[] {
  if (state.kind === 'none') return [];
  if (state.kind === 'unread') {
    const found = `where ${host} leads could not be read: ${state.failure.detail}`;
    return [unreadable(host, found)];
  }
  if (!state.exists) return [missing(host, state)];
  if (deleted !== undefined && state.chain.some(({ value }) => value === deleted)) {
    return [removed(host, deleted, state)];
  }
  return byPage(host, state);
}

/** NXDOMAIN at the end of the CNAMEs. */
function missing(host: string, state: Leads): Finding {
  const { end, platform, missingDomain } = state;
  const found = `${path(host, state)}, which does not exist (NXDOMAIN)`;
  const isEvidence = platform?.absent === 'nxdomain' && missingDomain === undefined;
  if (isEvidence && platform.status === 'vulnerable') return claimable(host, found, platform, state);
  if (missingDomain !== undefined) {
    const why = `${missingDomain} is not in DNS: if its registration has ended, whoever registers it serves ${host}`;
    return absent(host, found, why, state);
  }
  const condition = isEvidence ? platform.condition : undefined;
  const why = condition
    ? `no traffic of ${host} is served; others cannot take the name: ${condition}`
    : `no traffic of ${host} is served, and who can create ${end} is not known`;
  return absent(host, found, why, state);
}

/** Before a removal, there is still time to have the record removed first. */
function removed(host: string, deleted: string, state: Leads): Finding {
  const found = `${path(host, state)}: the removal deletes ${deleted}, and not this record`;
  const why = `it is set by the owner of ${host}, and would lead to nothing afterwards`;
  const fix = 'have its owner remove the record before the removal is deployed';
  return { ...absent(host, found, why, state), fix };
}

/** Only the platform's own text is evidence; another page, whatever its status is, says that somebody has the name. */
function byPage(host: string, state: Leads): Finding[] {
  const { page, platform } = state;
  if (page === undefined || platform === undefined || platform.absent === 'nxdomain') return [];
  if (page.kind === 'failed') {
    const where = page.address === '' ? platform.title : `${platform.title} (${page.address})`;
    return [unreadable(host, `${path(host, state)}: ${where} ${page.detail}`)];
  }
  const { text } = platform.absent;
  const matched =
    typeof text === 'string' ? (page.body.includes(text) ? text : undefined) : text.exec(page.body)?.[0];
  if (matched === undefined) return [];
  const found = `${path(host, state)}: ${platform.title} answers "${matched}" (HTTP ${page.status})`;
  if (platform.status === 'vulnerable') return [claimable(host, found, platform, state)];
  const why = `nobody has ${host} at ${platform.title}; whether others can take it: ${platform.condition}`;
  return [absent(host, found, why, state)];
}

function claimable(host: string, found: string, { title, discussion }: Platform, state: Leads): Finding {
  const source = discussion === undefined ? '' : ` (${discussion})`;
  const why = `anybody can create it at ${title}, and would then serve ${host}, read its cookies and get certificates for it${source}`;
  const fix = 'remove the record now; set it again when the resource exists';
  return { code: 'target-claimable', severity: 'blocked', host, found, why, fix, records: removal(state) };
}

function absent(host: string, found: string, why: string, state: Leads): Finding {
  const fix = 'remove the record, or create what it points to';
  return { code: 'target-missing', severity: 'warning', host, found, why, fix, records: removal(state) };
}

function unreadable(host: string, found: string): Finding {
  const why = 'whether what it points to still exists, and who could claim it, is not known';
  const fix = 'check that this machine is online and reaches the web; then check again';
  return { code: 'target-unreadable', severity: 'warning', host, found, why, fix, records: [] };
}

/** `shop.example.com → cdn.example.net → x.github.io`. */
function path(host: string, { chain }: Leads): string {
  return [host, ...chain.map(({ value }) => value)].join(' → ');
}

/** The host's own record; those further on are others', and of one that a DNAME synthesises there is nothing to remove. */
function removal({ chain, isSynthesised }: Leads): RecordChange[] {
  return isSynthesised ? [] : chain.slice(0, 1).map(remove);
}
