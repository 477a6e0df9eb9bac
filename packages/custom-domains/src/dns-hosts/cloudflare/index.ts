// Cloudflare as the DNS host of a zone; needs the peer `@pulumi/cloudflare`.

export type { CloudflareZone } from './records.ts';
export { cloudflareDns } from './records.ts';
