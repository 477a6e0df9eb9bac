// Authorities that issue by ACME (RFC 8555): the client chooses the challenge.
import { type Authority, BASELINE_REQUIREMENTS, type ValidationMethod } from './authority.ts';

/** RFC 8555 8.3 and 8.4, RFC 8737. Both authorities compare labels with the challenge's own type (RFC 8657 4). */
const CHALLENGES: readonly ValidationMethod[] = [
  { id: 'http-01', labels: ['http-01'], byRecordBelow: false },
  { id: 'dns-01', labels: ['dns-01'], byRecordBelow: true },
  { id: 'tls-alpn-01', labels: ['tls-alpn-01'], byRecordBelow: false },
];

export const letsEncrypt: Authority = {
  id: 'letsencrypt',
  title: "Let's Encrypt",
  issuers: ['letsencrypt.org'],
  methods: CHALLENGES,
  sources: [
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

export const google: Authority = {
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
