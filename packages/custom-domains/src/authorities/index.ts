// The certificate authorities that the preflight knows, and what each requires of DNS, as data with its sources: Amazon through AWS
// Certificate Manager, and those that issue by ACME.

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
  /** It issues nothing where CAA cannot be read. RFC 8659 3 leaves that open where no zone above is signed. */
  readonly refusesUnreadCaa?: true;
  /** Its resolvers ask in mixed case (draft-vixie-dnsext-dns0x20), against forged responses. */
  readonly asksInMixedCase?: true;
  readonly sources: readonly Source[];
}

/** Who issues a host's certificate, and by which methods it may be validated. */
export interface Issuance {
  readonly authority: Authority;
  readonly methods: readonly ValidationMethod[];
  /** For the names below the host, `*.` in front of it. */
  readonly isWildcard?: boolean;
}

/** CA/Browser Forum: what every public authority must do. A finding on DNSSEC, or on servers that differ, holds for each. */
const BASELINE_REQUIREMENTS: readonly Source[] = [
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

const amazon = {
  id: 'amazon',
  title: 'Amazon',
  issuers: ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com'],
  /**
   * A CNAME, which is "DNS Change" (CA/Browser Forum Baseline Requirements 3.2.2.4.7). `dns-01` is that method in IANA's
   * registry of ACME validation methods; `ca-tbr-7` is its label in the ballot "Process RFC 8657 CAA Parameters" (Baseline
   * Requirements 4.2.2.1.2, from 2027-03-15), which makes labels canonical in lower case. ACM documents none itself, so no
   * other label counts: dns-account-01 and dns-persist-01 are other methods.
   */
  methods: [{ id: 'dns', labels: ['dns-01', 'ca-tbr-7'], byRecordBelow: true }],
  sources: [
    {
      states: 'the four issuer domain names, any of which permits ACM',
      url: 'https://docs.aws.amazon.com/acm/latest/userguide/setup-caa.html',
      read: '2026-11-22',
    },
    ...BASELINE_REQUIREMENTS,
  ],
} as const satisfies Authority;

/** RFC 8555 8.3 and 8.4, RFC 8737. Both authorities compare labels with the challenge's own type (RFC 8657 4). */
const CHALLENGES: readonly ValidationMethod[] = [
  { id: 'http-01', labels: ['http-01'], byRecordBelow: false },
  { id: 'dns-01', labels: ['dns-01'], byRecordBelow: true },
  { id: 'tls-alpn-01', labels: ['tls-alpn-01'], byRecordBelow: false },
];

const letsEncrypt: Authority = {
  id: 'letsencrypt',
  title: "Let's Encrypt",
  issuers: ['letsencrypt.org'],
  methods: CHALLENGES,
  refusesUnreadCaa: true,
  asksInMixedCase: true,
  sources: [
    {
      states: 'SERVFAIL and a timeout for CAA keep it from issuing, and names are asked for in mixed case',
      url: 'https://letsencrypt.org/docs/caa/',
      read: '2026-11-28',
    },
    {
      states: 'the issuer domain name, and that CAA is searched as RFC 8659 has it',
      url: 'https://letsencrypt.org/docs/caa/',
      read: '2026-11-22',
    },
    {
      states: 'validationmethods and accounturi are enforced in production',
      url: 'https://community.letsencrypt.org/t/enabling-acme-caa-account-and-method-binding/189588',
      read: '2026-11-22',
    },
    ...BASELINE_REQUIREMENTS,
  ],
};

const google: Authority = {
  id: 'google',
  title: 'Google Trust Services',
  issuers: ['pki.goog'],
  methods: CHALLENGES,
  sources: [
    {
      states: 'the issuer domain name; records have to be the same on all name servers and from everywhere',
      url: 'https://developers.google.com/public-key-infrastructure/dns-debugging',
      read: '2026-11-22',
    },
    {
      states: 'the HTTP, DNS and TLS-ALPN challenges of ACME',
      url: 'https://developers.google.com/public-key-infrastructure/updates/september2025-acme-best-practices',
      read: '2026-11-22',
    },
    ...BASELINE_REQUIREMENTS,
  ],
};

export const AUTHORITIES: readonly Authority[] = [amazon, letsEncrypt, google];

/** What a host has unless it says otherwise: ACM with its CNAME. */
export const ACM: Issuance = { authority: amazon, methods: amazon.methods };
