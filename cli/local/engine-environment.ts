// The environment in which the real Pulumi engine deploys into the running local cloud; environment-file.ts has it for shells.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { LOCAL_FILES } from '../local-files.ts';

/**
 * Environment variables. None is a secret: the local stack has no secrets, so its passphrase is empty. `root`: the project's
 * folder; `folder`: `.local`; `providers`: where their servers listen, as `aws:PORT,cloudflare:PORT`.
 */
export function engineEnvironment(
  root: string,
  folder: string,
  cloud: Cloud,
  providers: string,
): Record<string, string> {
  return {
    PULUMI_BACKEND_URL: `file://${join(folder, 'pulumi')}`,
    PULUMI_STACK: 'local',
    PULUMI_CONFIG_PASSPHRASE: '',
    PULUMI_DEBUG_PROVIDERS: providers,
    PULUMI_SKIP_UPDATE_CHECK: 'true',
    // The engine's own option for `up` and `destroy`: where a host fails, the others are deployed. Of what Pulumi's Node.js
    // runtime reports then, the programs make one line.
    PULUMI_CONTINUE_ON_ERROR: 'true',
    // The local cloud is the provider: the real ones, half a gigabyte, are not downloaded.
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
    // Without the cache, half of a preview's time is the compilation of Pulumi itself.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    PETSTORE_LOCAL_PORT: String(cloud.httpsPort),
    PETSTORE_LOCAL_DNS: cloud.dnsServer,
    PETSTORE_LOCAL_CA: cloud.authorityFile,
    // A file for its owner alone: it has a credential.
    PETSTORE_LOCAL_API: join(folder, LOCAL_FILES.api),
    // Pulumi runs the first `node` on the path: the project's own is new enough.
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
  };
}

/** The `pulumi` on the path; not that of the npm package, which only downloads the real one. */
export function findPulumi(path = process.env.PATH ?? ''): string | undefined {
  const name = process.platform === 'win32' ? 'pulumi.exe' : 'pulumi';
  return path
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const NO_PULUMI = `--engine needs the Pulumi CLI, and there is no \`pulumi\` on the path
  get it     https://www.pulumi.com/docs/install/
  or         use npm run local without --engine`;
