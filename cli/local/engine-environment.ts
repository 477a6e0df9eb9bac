// The environment in which the real Pulumi engine deploys into the running local cloud, and the same for shells, in a file.
import { delimiter, join, resolve } from 'node:path';
import { shellQuoted } from '@petstore/custom-domains/output';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { LOCAL_FILES, readPrivate } from '../local-files.ts';

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

export const ENVIRONMENT_FILE = 'pulumi.env';
export const START = 'npm run local -- --engine';
/** What removes the lock that a killed run of Pulumi left. */
export const UNLOCK = 'where no run of Pulumi has it: source .local/pulumi.env; pulumi cancel --yes';

/**
 * To be sourced; it extends the shell's own path. After the run has ended it says so, with status 1. It sets the
 * environment all the same: without it, the next `pulumi up` of that shell would deploy to an account. */
export function environmentFile(environment: Readonly<Record<string, string>>, root: string): string {
  const settings = Object.entries(environment)
    .filter(([name]) => name !== 'PATH')
    .map(([name, value]) => `export ${name}=${shellQuoted(value)}`);
  const stopped = [
    `The local cloud of ${resolve(root)} with the Pulumi engine is not running.`,
    `  start it in another terminal, where no other "npm run local" of that folder runs: ${START}`,
    '  then source this file again: a start may have other ports',
  ];
  return `${[
    ...settings,
    `export PATH=${shellQuoted(join(root, 'node_modules', '.bin'))}:"$PATH"`,
    `if ! kill -0 ${process.pid} 2>/dev/null; then`,
    `  printf '%s\\n' ${stopped.map(shellQuoted).join(' ')} >&2`,
    '  return 1',
    'fi',
  ].join('\n')}\n`;
}

/** The value of `PULUMI_DEBUG_PROVIDERS` in the file of the last run; empty where there is none. */
export function writtenAddresses(folder: string): string {
  const text = readPrivate(folder, ENVIRONMENT_FILE) ?? '';
  return /^export PULUMI_DEBUG_PROVIDERS='([^']*)'$/m.exec(text)?.[1] ?? '';
}

export const NO_PULUMI = `--engine needs the Pulumi CLI, and there is no \`pulumi\` on the path
  get it     https://www.pulumi.com/docs/install/
  or         use npm run local without --engine`;
