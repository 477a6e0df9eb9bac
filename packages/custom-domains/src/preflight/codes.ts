// What is known of a finding by its code alone: whoever decides by findings asks what they are about, and names no code.

interface CodeFacts {
  readonly about: string;
  /** Something could not be read, so that nobody knows what is there. */
  readonly isUnread?: true;
  /** The authority needs it to be right for each certificate of the host, also for a renewal. */
  readonly isOfRenewal?: true;
  /** It does not prevent the verification of an external host: it is the stack's matter, or beyond the value of the host's records. */
  readonly isHarmless?: true;
  /** Where it blocks, where the host leads cannot be read either. */
  readonly hidesTarget?: true;
  /** What shows its cause, where that is not a query for its records. */
  readonly trace?: 'delegation' | 'signatures' | 'web';
}

/** By code. The meaning of a code never changes. */
export const CODES = {
  'conflicting-record': { about: 'old-place' },
  'cname-elsewhere': { about: 'old-place' },
  'stale-https-record': { about: 'https' },
  'alias-taken': { about: 'alias' },
  'record-missing': { about: 'own-records' },
  'doubled-name': { about: 'own-records' },
  'already-configured': { about: 'routed' },
  'moving-in': { about: 'move' },
  adoptable: { about: 'adoption' },
  'target-blocked': { about: 'redirect-target' },
  'apex-needs-alias': { about: 'apex', isHarmless: true },
  'caa-blocks-authority': { about: 'caa', isOfRenewal: true },
  'caa-blocks-dns-validation': { about: 'caa', isOfRenewal: true },
  'caa-limits-methods': { about: 'caa' },
  'caa-of-current-target': { about: 'caa', isOfRenewal: true },
  'caa-of-new-target': { about: 'caa' },
  'caa-unreadable': { about: 'caa', isUnread: true, isOfRenewal: true, hidesTarget: true },
  'dnssec-bogus': { about: 'dnssec', isOfRenewal: true, trace: 'signatures' },
  'dnssec-expiring': { about: 'dnssec', isOfRenewal: true },
  'dnssec-unreadable': { about: 'dnssec', isUnread: true, isOfRenewal: true },
  'no-such-zone': { about: 'zone', isOfRenewal: true, hidesTarget: true, trace: 'delegation' },
  'zone-not-delegated': { about: 'zone', isOfRenewal: true, hidesTarget: true, trace: 'delegation' },
  'wrong-zone': { about: 'zone', isOfRenewal: true },
  'zone-unconfirmed': { about: 'zone' },
  'lame-delegation': { about: 'zone', isOfRenewal: true, hidesTarget: true, trace: 'delegation' },
  'delegated-away': { about: 'zone', isOfRenewal: true, trace: 'delegation' },
  'nameservers-disagree': { about: 'servers', isHarmless: true, trace: 'delegation' },
  'perspectives-disagree': { about: 'servers', isHarmless: true },
  'dns-unreadable': { about: 'servers', isUnread: true, hidesTarget: true },
  'persistent-record': { about: 'validation', isOfRenewal: true },
  'cname-flattened': { about: 'names', isOfRenewal: true },
  'cname-loop': { about: 'names', isOfRenewal: true, hidesTarget: true },
  'hidden-by-dname': { about: 'names', isOfRenewal: true },
  'wildcard-hidden': { about: 'names', isHarmless: true },
  'exists-without-records': { about: 'names' },
  'target-claimable': { about: 'leads-to', isHarmless: true, trace: 'web' },
  'target-missing': { about: 'leads-to', isHarmless: true, trace: 'web' },
  'target-unreadable': { about: 'leads-to', isUnread: true, isHarmless: true },
  'remembered-for': { about: 'remembered', isHarmless: true },
  quota: { about: 'quotas', isHarmless: true },
  'record-protected': { about: 'guard' },
  'guardrail-refuses': { about: 'guard' },
  'plan-unreadable': { about: 'plan', isUnread: true },
  'plan-refused': { about: 'plan' },
  'certificate-limits': { about: 'plan' },
  'certificate-not-renewed': { about: 'renewal', isOfRenewal: true },
} as const satisfies Record<string, CodeFacts>;

export type FindingCode = keyof typeof CODES;
export type Topic = (typeof CODES)[FindingCode]['about'];

type Coded = { readonly code: FindingCode };

export function factsOf({ code }: Coded): CodeFacts {
  return CODES[code];
}

/** Of a code that an older or a newer program wrote, nothing is known. */
export function isCode(text: string): text is FindingCode {
  return Object.hasOwn(CODES, text);
}

export function isAbout(one: Coded, ...topics: readonly Topic[]): boolean {
  return topics.includes(CODES[one.code].about);
}
