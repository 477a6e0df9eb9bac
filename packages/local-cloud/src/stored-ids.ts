// The ids of what serves a host, which no provider looks up, read from what a running cloud has stored.
import { join } from 'node:path';
import { createRecords } from './apigatewayv2/records.ts';
import { createConfiguration } from './cloudfront/configuration.ts';
import { Store } from './store.ts';

export function storedIds(folder: string, host: string): { mapping?: string; distribution?: string } {
  const store = new Store(join(folder, 'cloud.json'));
  const { apis, mappings } = createRecords(store);
  // A mapping to an earlier API, of a state that is lost, cannot be imported as one to the newest.
  const [newest] = apis.entries().at(-1) ?? [];
  const [mapping] =
    mappings.entries().find(([, { inputs }]) => inputs.domainName === host && inputs.apiId === newest) ?? [];
  const distributions = createConfiguration({ store }).distributions.entries();
  const [distribution] = distributions.find(([, { inputs }]) => inputs.aliases?.includes(host)) ?? [];
  return { mapping, distribution };
}
