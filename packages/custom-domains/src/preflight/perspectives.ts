// What an authority sees of a host from elsewhere.
import { type HostSpec, persistName } from '../dns-hosts/zone.ts';
import { HOST_LIMITS } from './check.ts';
import { isAbout } from './codes.ts';
import { bySeverity, type CheckedHost, type Finding, isBlocking, isUnread } from './finding.ts';
import type { Observation } from './observation/observation.ts';
import { observeCaa } from './observation/observe-caa.ts';
import { addressesOf, readEverywhere } from './observation/observe-expected.ts';
import { isFailed } from './reader/answer.ts';
import { forEachHost } from './reader/deadline.ts';
import type { Reader } from './reader/reader.ts';
import { caaOfCurrentTarget, caaPermission, caaUnreadable } from './rules/caa.ts';
import { addressMissing, validationMissing } from './rules/missing-records.ts';
import { persistentRecord } from './rules/persist.ts';
import { corroboration, type View } from './rules/perspectives.ts';

/** What an authority corroborates: CAA, and what proves control. */
const RULES = [
  ...[caaPermission, caaOfCurrentTarget, caaUnreadable],
  ...[validationMissing, persistentRecord, addressMissing],
];

/** What each host looks like from here, and its findings with what comes of the places elsewhere, each with a reader of its own. */
export async function corroborate(
  checked: readonly CheckedHost[],
  reader: Reader,
  elsewhere: readonly { readonly name: string; readonly reader: Reader }[],
) {
  const here = await forEachHost(checked, reader, HOST_LIMITS, ownView);
  const views = elsewhere.map((place) =>
    forEachHost(checked, place.reader, HOST_LIMITS, (one, own) => viewFrom(place.name, own, one)),
  );
  const remotes = await Promise.all(views);
  return checked.map(({ plan, findings }, index) => {
    const { own, sees } = here[index] as (typeof here)[0];
    const others = remotes.map((all) => all[index] as View);
    return { sees, findings: bySeverity([...findings, ...corroboration(plan, own, others)]) };
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

/** Where the host was checked, by its zone's own servers. `own`: what a perspective reads too. Its zone and DNSSEC are judged here alone,
 * and are for the reports of other machines, which `sees` is for. */
async function ownView({ plan, observation, findings }: CheckedHost, reader: Reader) {
  const seen = { ...observation, addresses: await addressesOf(reader, plan.host) };
  const ofZone = findings.filter((one) => isBlocking(one) && isAbout(one, 'zone', 'dnssec', 'servers'));
  return { own: viewOf('here', plan, seen), sees: viewOf('here', plan, seen, ofZone) };
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
    addresses: isFailed(addresses) ? [] : addresses,
  };
}
