// The stack's outputs in the form of `.local/ready.json`.

import type { Cloud } from '@petstore/local-cloud/cloud';
import type { HostOutput } from '../../infra/hosts/host-output.ts';
import type { Ready } from '../local-files.ts';
import { thisProcess } from '../running-process.ts';

/** The outputs of infra/program.ts. */
export interface LocalOutputs {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly hosts: Readonly<Record<string, HostOutput>>;
  readonly tables: { readonly pets: string; readonly keys: string };
}

/** Without hosts that failed: they are not served. */
export function readyOf(
  outputs: LocalOutputs,
  cloud: Pick<Cloud, 'dnsServer' | 'authorityFile' | 'internetFile'>,
  given: Pick<Ready, 'apiKey' | 'dashboardUrl' | 'deployment'>,
): Ready {
  const served = Object.entries(outputs.hosts).filter(([, { certificate }]) => certificate === 'ISSUED');
  return {
    apiUrl: outputs.baseUrl,
    docsUrl: outputs.docsUrl,
    hosts: Object.fromEntries(served.map(([host, { site, role, url }]) => [host, { site, role, url }])),
    ...given,
    caFile: cloud.authorityFile,
    dnsServer: cloud.dnsServer,
    internetFile: cloud.internetFile,
    ...thisProcess(),
  };
}
