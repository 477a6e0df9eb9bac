// The stack's outputs as `.local/ready.json` shows them.

import type { Cloud } from '@petstore/local-cloud/cloud';
import type { HostOutput } from '../../infra/hosts/host-output.ts';
import type { Ready } from '../local-files.ts';

/** What infra/program.ts returns, once deployed. */
export interface LocalOutputs {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly hosts: Readonly<Record<string, HostOutput>>;
  readonly tables: { readonly pets: string; readonly keys: string };
}

/** Hosts that failed are not served, and so not listed. */
export function readyOf(
  outputs: LocalOutputs,
  cloud: Pick<Cloud, 'dnsServer' | 'authorityFile'>,
  apiKey: string,
): Ready {
  const served = Object.entries(outputs.hosts).filter(([, { certificate }]) => certificate === 'ISSUED');
  return {
    apiUrl: outputs.baseUrl,
    docsUrl: outputs.docsUrl,
    hosts: Object.fromEntries(served.map(([host, { site, role, url }]) => [host, { site, role, url }])),
    apiKey,
    caFile: cloud.authorityFile,
    dnsServer: cloud.dnsServer,
    pid: process.pid,
  };
}
