// Whether enough places see a host alike: multi-perspective issuance corroboration (CA/Browser Forum Baseline Requirements 3.2.2.9).
import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { Finding, Severity } from '../finding.ts';
import { finding, list } from './rule.ts';

/** One place, as it can be written to a report. */
export interface View {
  readonly name: string;
  readonly refuses: readonly string[];
  readonly unread: readonly string[];
  readonly addresses: readonly string[];
}

/** The table "Quorum Requirements", of two remote perspectives or more. */
const mayDiffer = (remotes: number): number => (remotes < 6 ? 1 : 2);

/** Nothing where all see the same, which the host's own findings are about. `here`: the primary perspective. */
export function corroboration(
  plan: Pick<HostSpec, 'host' | 'issuance'>,
  here: View,
  remotes: readonly View[],
): Finding[] {
  const refusing = remotes.filter(({ refuses }) => refuses.length > 0).length;
  const unread = remotes.filter(isUnread).length;
  const most = mayDiffer(remotes.length);
  const all = [here, ...remotes];
  // Each resolver says in its own words that it could not.
  if (all.every(isUnread)) return [];
  const outcomes = new Set(all.map(outcomeOf));
  const seen = new Map<string, string[]>();
  for (const view of all) seen.set(textOf(view), [...(seen.get(textOf(view)) ?? []), view.name]);
  if (seen.size === 1 && unread === 0) return [];
  const isUnknown = refusing <= most && refusing + unread > most;
  const isForAddresses = plan.issuance?.methods.every(({ byRecordBelow }) => !byRecordBelow);
  const isOutcome = outcomes.size > 1 || unread > 0 || isForAddresses;
  const severity: Severity =
    isUnknown || (refusing > most && outcomes.size > 1) ? 'blocked' : isOutcome ? 'warning' : 'info';
  const says = [...seen].map(([text, names]) => `${list(names)}: ${text}`);
  return [
    finding(plan, isUnknown ? 'dns-unreadable' : 'perspectives-disagree', severity, {
      found: says.join('; '),
      why: `of ${remotes.length} remote perspectives at most ${most} may see it otherwise than the authority's first (Baseline Requirements 3.2.2.9)`,
      fix:
        isUnknown || (unread > 0 && refusing === 0)
          ? 'check that each resolver responds, then run it again'
          : 'have the DNS host respond alike everywhere: look for split horizon, answers by region, and firewalls',
    }),
  ];
}

const isUnread = ({ refuses, unread }: View): boolean => refuses.length === 0 && unread.length > 0;

function outcomeOf({ refuses, unread }: Pick<View, 'refuses' | 'unread'>): string {
  return refuses.join(', ') || (unread[0] ?? 'may issue');
}

function textOf({ refuses, unread, addresses }: View): string {
  return [outcomeOf({ refuses, unread }), ...addresses].join(', ');
}
