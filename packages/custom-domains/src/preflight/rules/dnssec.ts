// DNSSEC: a zone that does not validate, one whose signatures end soon, and what could not be validated.
import { type Fault, isPassed, timeText } from '../../dnssec/verdict.ts';
import type { RecordChange } from '../finding.ts';
import { add, finding, type Rule, remove } from './rule.ts';
import { dnsUnreadable } from './servers.ts';

/** RFC 4035 5.5: data that does not validate is SERVFAIL for every validating resolver, the certificate authority's too. */
export const dnssecBogus: Rule = (plan, { dnssec }) => {
  if (dnssec?.status !== 'bogus') return undefined;
  const { fault } = dnssec;
  return finding(plan, 'dnssec-bogus', 'blocked', {
    found: fault.detail,
    why: 'DNSSEC of the zone is broken: validating resolvers, and the certificate authority, get no records of it',
    fix: fixFor(fault),
    records: changesFor(fault),
  });
};

function fixFor({ cause, zone, ds }: Fault): string {
  const where = zone === '' ? 'the root zone' : zone;
  const unsign = `if ${where} is not to be signed, remove its DS records at the registrar (or in the zone above)`;
  switch (cause) {
    case 'ds-mismatch':
    case 'zone-unsigned':
      return ds?.wanted === undefined
        ? `at the registrar (or in the zone above) remove the DS records of ${where}, until its DNS host signs it and shows the new DS record`
        : `at the registrar (or in the zone above) set the DS record of the key that signs ${where} now, and remove the others`;
    case 'signature-expired':
      return `have the DNS host of ${where} sign it again, as its signing has stopped; ${unsign}`;
    case 'signature-not-yet-valid':
      return `set the clock of what signs ${where}, and check this machine's; then sign it again`;
    case 'too-much-work':
      return `have the DNS host of ${where} remove keys and signatures that are not in use, and aliases that lead back`;
    default:
      return `have the DNS host of ${where} sign it again, and have all of its servers serve the same signed zone; ${unsign}`;
  }
}

/** The records to change where the DS records are the fault; else none. */
function changesFor({ cause, zone, ds }: Fault): RecordChange[] {
  if (ds === undefined || (cause !== 'ds-mismatch' && cause !== 'zone-unsigned')) return [];
  const stale = ds.present.filter((value) => value !== ds.wanted);
  return [
    ...stale.map((value) => remove({ name: zone, type: 'DS', ttl: 3600, value })),
    ...(ds.wanted === undefined ? [] : [add(zone, 'DS', ds.wanted)]),
  ];
}

/** A warning, and exit status 3: an authority may see the host well where this machine's resolver does not pass DNSSEC on. */
export const dnssecUnreadable: Rule = (plan, observation) => {
  const { dnssec } = observation;
  if (dnssec?.status !== 'unknown') return undefined;
  // Where nothing could be read, dns-unreadable is the finding.
  if (dnsUnreadable(plan, observation)?.severity === 'blocked') return undefined;
  return finding(plan, 'dnssec-unreadable', 'warning', {
    found: `DNSSEC could not be validated: ${dnssec.detail}`,
    why: 'the certificate authority validates it, and refuses what does not validate',
    fix: 'use a resolver that returns signatures, for example --resolver 1.1.1.1, and check that the servers of the zone respond to DNSKEY and DS queries',
  });
};

export const dnssecExpiring: Rule = (plan, { dnssec }) => {
  if (dnssec === undefined || !isPassed(dnssec) || dnssec.ending === undefined) return undefined;
  const { name, type, keyTag, at } = dnssec.ending;
  return finding(plan, 'dnssec-expiring', 'warning', {
    found: `the signature over ${type} of ${name || 'the root zone'} (key tag ${keyTag}) ends on ${timeText(at)}`,
    why: 'it should have been renewed by now: when it ends, validating resolvers and the certificate authority get no records',
    fix: 'have the DNS host of the zone sign it again; its signing may have stopped',
  });
};
