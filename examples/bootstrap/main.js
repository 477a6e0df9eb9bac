// Pulumi's entry.
import '../../infra/assert-node.js';

export default async () => ({ ...(await import('./index.ts')) });
