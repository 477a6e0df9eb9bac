// Route 53 as a DNS host: what is known of it without its API. Last verified 2026-11.
import type { DnsHost } from '../descriptor.ts';

export const route53 = {
  id: 'route53',
  title: 'Route 53',
  zone: {
    zoneId: {
      title: 'id',
      required: false,
      pattern: '^Z[0-9A-Z]{1,31}$',
      description: 'Looked up among the public zones where absent.',
      refusal: {
        code: 'bad-zone-id',
        what: 'is not a Route 53 hosted zone id',
        fix: 'write it like Z0123456789ABCDEFGHIJ, or leave it out to have it looked up',
      },
    },
    role: {
      title: 'by the role',
      required: false,
      // IAM, CreateRole: a path, and a name of at most 64 characters.
      pattern: '^arn:aws(-[a-z]+)*:iam::[0-9]{12}:role/([!-~]{1,510}/)?[A-Za-z0-9_+=,.@-]{1,64}$',
      description: 'A role that the deployment assumes for this zone: for a zone in another account.',
      refusal: {
        code: 'bad-role',
        what: "is not a role's ARN",
        fix: 'write it like arn:aws:iam::123456789012:role/dns, or leave it out for a zone in the account itself',
      },
    },
  },
  nameServers: [/\.awsdns(-\d+)?\.[a-z.]+$/],
  // Route 53 developer guide, "Choosing between alias and non-alias records": alias records can be at the apex.
  apex: 'alias',
  // API reference, ResourceRecordSet, `TTL`.
  ttl: { range: [0, 2_147_483_647], because: "Route 53's limits" },
  // What Route 53 refuses, the provider's message names with its record: there is nothing to add.
  refusals: [],
  adapter: async () => (await import('./records.ts')).route53Dns,
} as const satisfies DnsHost;
