// Judges where a host's CNAME leads, as pure functions. A name counts as claimable only by the platform's own answer.
import type { Finding, RecordChange } from '../preflight/finding.ts';
import { finding, remove } from '../preflight/rules/rule.ts';
import type { TargetState } from './observe-target.ts';
import type { Platform } from './platforms.ts';

type Leads = TargetState & { readonly kind: 'leads' };

/** `deleted`: a name that exists, and that a removal is about to delete. */
export function targetFindings(host: string, state: TargetState, deleted?: string): Finding[] {
  if (state.kind === 'none') return [];
  if (state.kind === 'unread')
    return [unreadable(host, `where ${host} leads could not be read: ${state.failure.detail}`)];
  if (!state.exists) return [missing(host, state)];
  if (deleted === undefined || !state.chain.some(({ value }) => value === deleted))
    return byPage(host, state);
  // Before a removal, there is still time to have the record removed first.
  const removed = absent(host, state, {
    found: `${path(host, state)}: the removal deletes ${deleted}, and not this record`,
    why: `it is set by the owner of ${host}, and would lead to nothing afterwards`,
    fix: 'have its owner remove the record before the removal is deployed',
  });
  return [removed];
}

function missing(host: string, state: Leads): Finding {
  const { end, platform, missingDomain } = state;
  const found = `${path(host, state)}, which does not exist (NXDOMAIN)`;
  if (missingDomain !== undefined) {
    const why = `${missingDomain} is not in DNS: if its registration has ended, whoever registers it serves ${host}`;
    return absent(host, state, { found, why });
  }
  const own = platform?.absent === 'nxdomain' ? platform : undefined;
  if (own?.status === 'vulnerable') return claimable(host, found, own, state);
  const why = own?.condition
    ? `no traffic of ${host} is served; others cannot take the name: ${own.condition}`
    : `no traffic of ${host} is served, and who can create ${end} is not known`;
  return absent(host, state, { found, why });
}

/** Only the platform's own text is evidence; another page, whatever its status is, says that somebody has the name. */
function byPage(host: string, state: Leads): Finding[] {
  const { page, platform } = state;
  if (page === undefined || platform === undefined || platform.absent === 'nxdomain') return [];
  if (page.kind === 'failed') {
    const where = page.address === '' ? platform.title : `${platform.title} (${page.address})`;
    return [unreadable(host, `${path(host, state)}: ${where} ${page.detail}`)];
  }
  const matched = platform.absent.exec(page.body)?.[0];
  if (matched === undefined) return [];
  const found = `${path(host, state)}: ${platform.title} answers "${matched}" (HTTP ${page.status})`;
  if (platform.status === 'vulnerable') return [claimable(host, found, platform, state)];
  const why = `nobody has ${host} at ${platform.title}; whether others can take it: ${platform.condition}`;
  return [absent(host, state, { found, why })];
}

function claimable(host: string, found: string, { title, discussion }: Platform, state: Leads): Finding {
  const source = discussion === undefined ? '' : ` (${discussion})`;
  const why = `anybody can create it at ${title}, and would then serve ${host}, read its cookies and get certificates for it${source}`;
  const fix = 'remove the record now; set it again when the resource exists';
  return finding({ host }, 'target-claimable', 'blocked', { found, why, fix, records: removal(state) });
}

function absent(host: string, state: Leads, text: { found: string; why: string; fix?: string }): Finding {
  const fix = 'remove the record, or create what it points to';
  return finding({ host }, 'target-missing', 'warning', { fix, ...text, records: removal(state) });
}

function unreadable(host: string, found: string): Finding {
  const why = 'whether what it points to still exists, and who could claim it, is not known';
  const fix = 'check that this machine is online and reaches the web; then check again';
  return finding({ host }, 'target-unreadable', 'warning', { found, why, fix });
}

/** `shop.example.com → cdn.example.net → x.github.io`. */
function path(host: string, { chain }: Leads): string {
  return [host, ...chain.map(({ value }) => value)].join(' → ');
}

/** The host's own record; those further on are others', and of one that a DNAME synthesises there is nothing to remove. */
function removal({ chain, isSynthesised }: Leads): RecordChange[] {
  return isSynthesised ? [] : chain.slice(0, 1).map(remove);
}
