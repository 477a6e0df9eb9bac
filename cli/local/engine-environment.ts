// What the real Pulumi engine needs to deploy into the running local cloud: also `.local/pulumi.env`.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Cloud } from '@petstore/local-cloud/cloud';

export interface EngineLocation {
  readonly root: string;
  readonly folder: string;
  readonly cloud: Cloud;
  /** Where the provider servers listen: `aws:PORT,cloudflare:PORT`. */
  readonly providers: string;
}

/** Environment variables; nothing in them is a secret: the passphrase is empty, as the local stack holds none. */
export function engineEnvironment({
  root,
  folder,
  cloud,
  providers,
}: EngineLocation): Record<string, string> {
  return {
    PULUMI_BACKEND_URL: `file://${join(folder, 'pulumi')}`,
    PULUMI_STACK: 'local',
    PULUMI_CONFIG_PASSPHRASE: '',
    PULUMI_DEBUG_PROVIDERS: providers,
    PULUMI_SKIP_UPDATE_CHECK: 'true',
    // One host that fails does not keep the others from being deployed: the engine's own option for `up` and `destroy`.
    PULUMI_CONTINUE_ON_ERROR: 'true',
    // The providers are the local cloud: the real ones, half a gigabyte, are not to be looked for.
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
    // Half of a preview's time is compiling Pulumi itself.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    PETSTORE_LOCAL_PORT: String(cloud.httpsPort),
    PETSTORE_LOCAL_DNS: cloud.dnsServer,
    // Pulumi runs the `node` it finds; the project's own is new enough.
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
  };
}

/** As a shell takes it: `source .local/pulumi.env`. The path is added to, whatever it is there. */
export function environmentFile(environment: Readonly<Record<string, string>>, root: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = Object.entries(environment)
    .filter(([name]) => name !== 'PATH')
    .map(([name, value]) => `export ${name}=${quote(value)}`);
  return `${[...lines, `export PATH=${quote(join(root, 'node_modules', '.bin'))}:"$PATH"`].join('\n')}\n`;
}

/** The `pulumi` on the path. Its npm package, which only fetches the real one, is not meant. */
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

export const NO_PULUMI = `--engine needs the Pulumi CLI, and no \`pulumi\` is on the path
  get it     https://www.pulumi.com/docs/install/
  or         npm run local, without --engine, needs none`;
