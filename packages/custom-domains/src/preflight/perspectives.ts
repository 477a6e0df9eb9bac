// What an authority sees of a host from elsewhere, and whether enough places agree: multi-perspective issuance corroboration (CA/Browser
// Forum Baseline Requirements 3.2.2.9).
import type { HostSpec } from '../dns-hosts/zone.ts';
import { isAbout } from './codes.ts';
import {
  bySeverity,
  type CheckedHost,
  type Finding,
  isBlocking,
  isUnread,
  type Severity,
} from './finding.ts';
import type { Observation } from './observation/observation.ts';
import { observeCaa } from './observation/observe-caa.ts';
import { addressesOf, persistName, readEverywhere } from './observation/observe-expected.ts';
import { isFailed } from './reader/answer.ts';
import { forEachHost } from './reader/deadline.ts';
import type { Reader } from './reader/reader.ts';
import { caaOfCurrentTarget, caaPermission, caaUnreadable } from './rules/caa.ts';
import { addressMissing, validationMissing } from './rules/missing-records.ts';
import { persistentRecord } from './rules/persist.ts';
import { finding, list } from './rules/rule.ts';

/** One place, as it can be written to a report. */
export interface View {
  readonly name: string;
  /** Why the authority would not issue from there. */
  readonly refuses: readonly string[];
  readonly unread: readonly string[];
  readonly addresses: readonly string[];
}

/** What an authority corroborates: CAA, and what proves control. */
const RULES = [
  ...[caaPermission, caaOfCurrentTarget, caaUnreadable],
  ...[validationMissing, persistentRecord, addressMissing],
];

const LIMITS = { atOnce: 200, timeoutMs: 15_000 };

/** What each host looks like from here, and its findings with what comes of the places elsewhere, each with a reader of its own. */
export async function corroborate(
  checked: readonly CheckedHost[],
  reader: Reader,
  elsewhere: readonly { readonly name: string; readonly reader: Reader }[],
) {
  const here = await forEachHost(checked, reader, LIMITS, ownView);
  const views = elsewhere.map((place) =>
    forEachHost(checked, place.reader, LIMITS, (one, own) => viewFrom(place.name, own, one)),
  );
  const remotes = await Promise.all(views);
  return checked.map(({ plan, findings }, index) => {
    const sees = here[index] as View;
    const others = remotes.map((all) => all[index] as View);
    return { sees, findings: bySeverity([...findings, ...corroboration(plan, sees, others)]) };
  });
}

/** Through the perspective's resolver alone. `reader`: bounded by the time of one host. */
async function viewFrom(
  name: string,
  reader: Reader,
  { plan, observation }: Pick<CheckedHost, 'plan' | 'observation'>,
): Promise<View> {
  const { host } = plan;
  const zone = observation.zone?.name ?? host;
  const sources = [{ label: name, query: reader.resolve }];
  const { expected } = observation.expected ?? {};
  const record = expected?.validation;
  const proof = persistName(plan);
  const [caa, addresses, validation, persist] = await Promise.all([
    observeCaa(reader, { name: zone, delegation: { kind: 'unseen' }, servers: [] }, host, []),
    addressesOf(reader, host),
    record && readEverywhere(reader, sources, record.name, record.type),
    proof && readEverywhere(reader, sources, proof, 'TXT'),
  ]);
  const cut = { kind: 'zone', name: zone, negativeTtl: 0, missing: [] } as const;
  const state = expected && validation && { expected, validation, doubledValidation: [] };
  const seen = { ...observation, cut, lame: undefined, caa, addresses, expected: state };
  return viewOf(name, plan, { ...seen, persist: persist || undefined });
}

/** Where the host was checked, by its zone's own servers. */
async function ownView({ plan, observation, findings }: CheckedHost, reader: Reader): Promise<View> {
  const addresses = await addressesOf(reader, plan.host);
  const ofZone = findings.filter((one) => isBlocking(one) && isAbout(one, 'zone', 'dnssec', 'servers'));
  return viewOf('here', plan, { ...observation, addresses }, ofZone);
}

const textsOf = (texts: readonly string[]): string[] => [...new Set(texts)];

function viewOf(name: string, plan: HostSpec, observation: Observation, more: readonly Finding[] = []): View {
  const { expected, persist = [], addresses = [] } = observation;
  const all = [...RULES.flatMap((rule) => rule(plan, observation) ?? []), ...more];
  const answers = [...(expected?.validation ?? []), ...persist].map(({ answer }) => answer);
  const failures = [addresses, ...answers].filter(isFailed).map(({ detail }) => detail);
  return {
    name,
    refuses: textsOf(all.filter((one) => isBlocking(one) && !isUnread(one)).map(({ found }) => found)),
    unread: textsOf([...all.filter(isUnread).map(({ found }) => found), ...failures]),
    addresses: isFailed(addresses) ? [] : addresses.toSorted(),
  };
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
  const unread = remotes.filter((one) => one.refuses.length === 0 && one.unread.length > 0).length;
  const most = mayDiffer(remotes.length);
  const all = [here, ...remotes];
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
      fix: isUnknown
        ? 'check that each resolver responds from here, then run it again'
        : 'have the DNS host respond alike everywhere: look for split horizon, answers by region, and firewalls',
    }),
  ];
}

function outcomeOf({ refuses, unread }: Pick<View, 'refuses' | 'unread'>): string {
  return refuses.join(', ') || (unread[0] ?? 'may issue');
}

function textOf({ refuses, unread, addresses }: View): string {
  return [outcomeOf({ refuses, unread }), ...addresses].join(', ');
}
