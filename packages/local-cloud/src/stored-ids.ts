// The ids of what serves a host, which no provider looks up, read from what a running cloud has stored.
import { join } from 'node:path';
import { createRecords } from './apigatewayv2/records.ts';
import { createConfiguration } from './cloudfront/configuration.ts';
import { Store } from './store.ts';

export function storedIds(folder: string, host: string): { mapping?: string; distribution?: string } {
  const store = new Store(join(folder, 'cloud.json'));
  const [mapping] =
    createRecords(store)
      .mappings.entries()
      .find(([, one]) => one.domainName === host) ?? [];
  const distributions = createConfiguration({ store }).distributions.entries();
  const [distribution] = distributions.find(([, { inputs }]) => inputs.aliases?.includes(host)) ?? [];
  return { mapping, distribution };
}
