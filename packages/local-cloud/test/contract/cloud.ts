// A local cloud for the suites, on free ports in a temporary folder, with a zone at each DNS host.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '../../src/cloud.ts';
import { AT_ANY_PACE } from '../../src/quotas.ts';
import { ZONES } from '../dns/client.ts';

export const REGION = 'eu-west-1';

/** `close` stops it and removes its folder. */
export async function startSeededCloud(): Promise<Cloud> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-contract-'));
  const internetFile = join(folder, 'internet.zone');
  writeFileSync(internetFile, '');
  const cloud = await startCloud({
    ...{ folder, region: REGION, ports: { https: 0, http: 0, dns: 0 } },
    ...{ internetFile, log: () => {} },
  });
  cloud.seedZones(ZONES);
  cloud.grantQuotas(AT_ANY_PACE);
  const close = async () => {
    await cloud.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  return { ...cloud, close };
}
