// Cloudflare as the DNS host of a zone; needs the peer `@pulumi/cloudflare`.

export { cloudflareDns } from './records.ts';
