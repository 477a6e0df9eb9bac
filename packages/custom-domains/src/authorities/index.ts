// The certificate authorities that the preflight knows, and what each requires of DNS, as data with its sources.

/** A way to prove control of a name, as the authority's clients choose it. */
export interface ValidationMethod {
  readonly id: string;
  /** What `validationmethods` of CAA has to list for it, any of them (RFC 8657 4). */
  readonly labels: readonly string[];
  /** Control is proved by a record below the host, so that no wildcard applies to the host meanwhile. */
  readonly byRecordBelow: boolean;
  /** It is used where somebody chose it: CAA that leaves it out limits nobody else. */
  readonly isByChoice?: true;
  readonly isUnconfirmed?: true;
  /** Those of the authority's issuer domain names that its record may have; all of them where absent. */
  readonly issuers?: readonly string[];
}

export interface Source {
  /** What it says. */
  readonly states: string;
  readonly url: string;
  /** The day. */
  readonly read: string;
}

export interface Authority {
  readonly id: string;
  readonly title: string;
  /** Issuer domain names (RFC 8659 4.2); any of them permits it, and the first is the one to add. */
  readonly issuers: readonly string[];
  /** Brands under which it issues, and authorities whose customers it took over. */
  readonly aliases?: readonly string[];
  /** Any of these is used, unless one is chosen. */
  readonly methods: readonly ValidationMethod[];
  /** It follows RFC 8657's parameters before it must. */
  readonly followsParameters?: true;
  /** It issues nothing where CAA cannot be read. RFC 8659 3 leaves that open where no zone above is signed. */
  readonly refusesUnreadCaa?: true;
  /** Its resolvers ask in mixed case (draft-vixie-dnsext-dns0x20), against forged responses. */
  readonly asksInMixedCase?: true;
  readonly sources: readonly Source[];
}

export interface Issuance {
  readonly authority: Authority;
  readonly methods: readonly ValidationMethod[];
  readonly isWildcard?: boolean;
  /** Accounts at the authority, as records name them (RFC 8657 3), any of which is used. */
  readonly accountUris?: readonly string[];
}

export const readOn =
  (read: string) =>
  (states: string, url: string): Source => ({ states, url, read });
const earlier = readOn('2026-11-22');
const source = readOn('2026-11-28');

/** CA/Browser Forum: what every public authority must do. A finding on DNSSEC, or on servers that differ, holds for each. */
export const BASELINE_REQUIREMENTS: readonly Source[] = [
  source(
    'DNSSEC is validated for CAA (4.2.2.1.3); parameters of CAA should be followed, and must be from 2027-03-15 (4.2.2.1.2)',
    'https://cabforum.org/2026/05/13/ballot-sc098v2-process-rfc-8657-caa-parameters/',
  ),
  source(
    'CAA and validation are read from at least five networks from 2026-12-15, and enough of them must agree (3.2.2.9)',
    'https://github.com/cabforum/servercert/blob/main/docs/BR.md',
  ),
];

const amazon = {
  id: 'amazon',
  title: 'Amazon',
  issuers: ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com'],
  // A CNAME, "DNS Change" (Baseline Requirements 3.2.2.4.7), whose label is `ca-tbr-7` (4.2.2.1.2), and `dns-01` in IANA's registry of
  // ACME's methods. ACM documents none itself, so that no other label counts.
  methods: [{ id: 'dns', labels: ['dns-01', 'ca-tbr-7'], byRecordBelow: true }],
  // ACM does not document it, and never retries a request that fails, so that leaving it open would cost more.
  followsParameters: true,
  sources: [
    earlier(
      'the four issuer domain names, any of which permits ACM',
      'https://docs.aws.amazon.com/acm/latest/userguide/setup-caa.html',
    ),
  ],
} as const satisfies Authority;

/** RFC 8555 8.3 and 8.4, RFC 8737; labels are compared with the challenge's own type (RFC 8657 4). */
const CHALLENGES: readonly ValidationMethod[] = [
  { id: 'http-01', labels: ['http-01'], byRecordBelow: false },
  { id: 'dns-01', labels: ['dns-01'], byRecordBelow: true },
  { id: 'tls-alpn-01', labels: ['tls-alpn-01'], byRecordBelow: false },
];

/** draft-ietf-acme-dns-persist-02, Baseline Requirements 3.2.2.4.22. */
const PERSIST = {
  id: 'dns-persist-01',
  labels: ['dns-persist-01', 'ca-tbr-22'],
  byRecordBelow: true,
  isByChoice: true,
} as const satisfies ValidationMethod;

/** Of authorities that take orders too: the sections of Baseline Requirements 3.2.2.4 as labels (4.2.2.1.2). */
const ORDERED: readonly ValidationMethod[] = [
  { id: 'http-01', labels: ['http-01', 'ca-tbr-19'], byRecordBelow: false },
  { id: 'dns-01', labels: ['dns-01', 'ca-tbr-7'], byRecordBelow: true },
  { id: 'file', labels: ['ca-tbr-18'], byRecordBelow: false, isByChoice: true },
  { id: 'email', labels: ['ca-tbr-4', 'ca-tbr-13', 'ca-tbr-14'], byRecordBelow: false, isByChoice: true },
];

/** Of DigiCert it also lists names of Amazon, as it operated authorities for it: here they are Amazon's alone. */
const CCADB = readOn('2026-09-22')(
  "the issuer domain names that it disclosed to CCADB, for the browsers' root programs",
  'https://ccadb.my.salesforce-sites.com/ccadb/AllCAAIdentifiersReport',
);

const SECTIGO = ['sectigo.com', 'usertrust.com', 'trust-provider.com', 'comodo.com', 'comodoca.com'];

/** What they do where CAA cannot be read, none of these documents. */
const COMMERCIAL: readonly Authority[] = [
  {
    id: 'sectigo',
    title: 'Sectigo',
    issuers: [...SECTIGO, 'entrust.net', 'affirmtrust.com'],
    aliases: ['zerossl', 'entrust', 'comodo'],
    methods: [
      ...ORDERED,
      { id: 'tls-alpn-01', labels: ['tls-alpn-01', 'ca-tbr-20'], byRecordBelow: false, isByChoice: true },
      { ...PERSIST, issuers: SECTIGO },
    ],
    sources: [
      source(
        "CP/CPS 6.2.2: the issuer domain names, Entrust's among them by CAA alone (4.2, 4.2.4); its methods (3.2.2)",
        'https://github.com/sectigo/policy-documentation',
      ),
    ],
  },
  {
    id: 'digicert',
    title: 'DigiCert',
    issuers: [
      ...['digicert.com', 'www.digicert.com', 'digicert.ne.jp', 'cybertrust.ne.jp', 'thawte.com'],
      ...['geotrust.com', 'rapidssl.com', 'symantec.com', 'digitalcertvalidation.com', 'quovadisglobal.com'],
    ],
    aliases: ['geotrust', 'rapidssl', 'thawte', 'quovadis'],
    methods: ORDERED,
    sources: [CCADB],
  },
  {
    id: 'globalsign',
    title: 'GlobalSign',
    issuers: ['globalsign.com'],
    aliases: ['alphassl'],
    methods: ORDERED,
    sources: [
      source(
        'the issuer domain name',
        'https://support.globalsign.com/ssl/general-ssl/caa-checking-ssl-certificates',
      ),
    ],
  },
  { id: 'sslcom', title: 'SSL.com', issuers: ['ssl.com'], methods: ORDERED, sources: [CCADB] },
  {
    id: 'certum',
    title: 'Certum',
    issuers: ['certum.pl', 'certum.eu'],
    methods: ORDERED,
    sources: [
      source(
        'the issuer domain names, and the labels of its methods',
        'https://support.certum.eu/en/how-to-prepare-domain-for-high-risk-detection',
      ),
    ],
  },
  { id: 'certainly', title: 'Certainly', issuers: ['certainly.com'], methods: CHALLENGES, sources: [CCADB] },
];

export const AUTHORITIES: readonly Authority[] = [
  amazon,
  {
    id: 'letsencrypt',
    title: "Let's Encrypt",
    issuers: ['letsencrypt.org'],
    methods: [...CHALLENGES, { ...PERSIST, labels: [PERSIST.id], isUnconfirmed: true }],
    followsParameters: true,
    refusesUnreadCaa: true,
    asksInMixedCase: true,
    sources: [
      source(
        'the issuer domain name; SERVFAIL and a timeout for CAA keep it from issuing; names are asked for in mixed case',
        'https://letsencrypt.org/docs/caa/',
      ),
      earlier(
        'validationmethods and accounturi are enforced in production',
        'https://community.letsencrypt.org/t/enabling-acme-caa-account-and-method-binding/189588',
      ),
      source(
        'dns-persist-01 is announced; CP/CPS 6.2 of 2026-08-12 does not have it (3.2.2)',
        'https://letsencrypt.org/2026/02/18/dns-persist-01',
      ),
    ],
  },
  {
    id: 'google',
    title: 'Google Trust Services',
    issuers: ['pki.goog'],
    aliases: ['gts'],
    methods: CHALLENGES,
    sources: [
      earlier(
        'the issuer domain name; records have to be the same on all name servers and from everywhere',
        'https://developers.google.com/public-key-infrastructure/dns-debugging',
      ),
      earlier(
        'the HTTP, DNS and TLS-ALPN challenges of ACME',
        'https://developers.google.com/public-key-infrastructure/updates/september2025-acme-best-practices',
      ),
    ],
  },
  ...COMMERCIAL,
];

/** By its id, an alias or an issuer domain name, also as platforms write it: `lets_encrypt`, `ssl_com`. */
export function authorityNamed(text: string): Authority | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/[-_.]/g, '');
  return AUTHORITIES.find(({ id, issuers, aliases = [] }) =>
    [id, ...aliases, ...issuers].some((name) => plain(name) === plain(text)),
  );
}

/** What a host has unless it says otherwise: ACM with its CNAME. */
export const ACM: Issuance = { authority: amazon, methods: amazon.methods };
