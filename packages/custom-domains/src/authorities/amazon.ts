// Amazon Trust Services, through AWS Certificate Manager.
import { type Authority, BASELINE_REQUIREMENTS } from './authority.ts';

export const amazon = {
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
