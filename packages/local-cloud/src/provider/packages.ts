// One provider server for each package of the program, with the version that the program was written for.
import aws from '@pulumi/aws/package.json' with { type: 'json' };
import cloudflare from '@pulumi/cloudflare/package.json' with { type: 'json' };
import type { Registry } from '../resources/registry.ts';
import { serveProvider } from './server.ts';

export interface Providers {
  /** The value of `PULUMI_DEBUG_PROVIDERS`: `aws:PORT,cloudflare:PORT`. */
  readonly addresses: string;
  close(): Promise<void>;
}

const VERSIONS = { aws: aws.version, cloudflare: cloudflare.version };

/** `addresses`: those of an earlier run, which they have again where the ports are free. */
export async function serveProviders(registry: Registry, region: string, addresses = ''): Promise<Providers> {
  const earlier = new Map(addresses.split(',').map((one) => one.split(':') as [string, string]));
  const servers = await Promise.all(
    Object.entries(VERSIONS).map(async ([name, version]) => {
      const server = await serveProvider(registry, {
        ...{ region, name, version },
        port: Number(earlier.get(name)) || undefined,
      });
      return { name, server };
    }),
  );
  return {
    addresses: servers.map(({ name, server }) => `${name}:${server.port}`).join(','),
    close: async () => {
      await Promise.all(servers.map(({ server }) => server.close()));
    },
  };
}
