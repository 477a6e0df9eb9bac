// What a certificate authority requires of DNS, as data: each profile names its sources and when they were read.

/** A way to prove control of a name, as the authority's clients choose it. */
export interface ValidationMethod {
  /** The name that clients and `--method` have for it: `dns-01`. */
  readonly id: string;
  /** What `validationmethods` of CAA has to list for it, any of them (RFC 8657 4). */
  readonly labels: readonly string[];
  /** Control is proved by a record below the host, so that no wildcard applies to the host meanwhile. */
  readonly byRecordBelow: boolean;
}

export interface Source {
  /** What it says. */
  readonly states: string;
  readonly url: string;
  /** The day on which it was read. */
  readonly read: string;
}

export interface Authority {
  /** The name that `--authority` has for it. */
  readonly id: string;
  readonly title: string;
  /** Issuer domain names (RFC 8659 4.2); any of them permits it, and the first is the one to add. */
  readonly issuers: readonly string[];
  /** Any of these is used, unless one is chosen. */
  readonly methods: readonly ValidationMethod[];
  readonly sources: readonly Source[];
}

/** Who issues a host's certificate, and by which methods it may be validated. */
export interface Issuance {
  readonly authority: Authority;
  readonly methods: readonly ValidationMethod[];
}

/** CA/Browser Forum: what every public authority must do. A finding on DNSSEC, or on servers that differ, holds for each. */
export const BASELINE_REQUIREMENTS: readonly Source[] = [
  {
    states:
      'version 2.2.6: DNSSEC is validated for CAA and for validation since 2026-03-15 (3.2.2.4, 3.2.2.8.1)',
    url: 'https://github.com/cabforum/servercert/blob/main/docs/BR.md',
    read: '2026-11-22',
  },
  {
    states:
      'version 2.2.6: CAA and validation are read from at least five networks from 2026-12-15, and enough of them must agree (3.2.2.9)',
    url: 'https://github.com/cabforum/servercert/blob/main/docs/BR.md',
    read: '2026-11-22',
  },
];
