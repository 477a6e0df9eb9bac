// A local cloud of the suites' own, on free ports in a temporary folder, with the zones that the lives need.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '../../src/cloud.ts';
import { zoneDeclarations } from './lifecycles/zones.ts';

export const REGION = 'eu-west-1';

/** `close` ends it, its folder too. */
export async function startSeededCloud(): Promise<Cloud> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-contract-'));
  const cloud = await startCloud({
    ...{ folder, region: REGION, ports: { https: 0, http: 0, dns: 0 } },
    ...{ internetFile: 'cli/local/internet.zone', log: () => {} },
  });
  cloud.seedZones(zoneDeclarations);
  const close = async () => {
    await cloud.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  return { ...cloud, close };
}
