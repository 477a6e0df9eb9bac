// The files that other commands read, kept the same as the stack's present outputs.
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { shown } from '@petstore/custom-domains/output';
import type { Cloud } from '@petstore/local-cloud/cloud';
import type { ZoneFileProblem } from '@petstore/local-cloud/dns/zone-file';
import type { HostOutput } from '../../infra/hosts/host-output.ts';
import type { DeploymentState, SourceStamps } from '../local-files.ts';
import {
  type CloudEnvironment,
  LOCAL_FILES,
  type Ready,
  readPrivate,
  removeFile,
  writeJson,
  writePrivate,
} from '../local-files.ts';
import { thisProcess } from '../running-process.ts';
import type { Terminal } from '../terminal.ts';
import { localKey } from './local-key.ts';
import type { SharedStack } from './local-stack.ts';

/** The outputs of infra/program.ts. */
export interface LocalOutputs {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly hosts: Readonly<Record<string, HostOutput>>;
  readonly tables: { readonly pets: string; readonly keys: string };
}

interface PublicationOptions {
  /** `.local`. */
  readonly folder: string;
  readonly cloud: Cloud;
  readonly dashboardUrl: string;
  /** Those of the first deployment. */
  readonly sources: SourceStamps;
}

export interface Published {
  readonly ready: Ready;
  /** Another key than before: the one before was revoked, has expired, or is in a table that was destroyed. */
  readonly isKeyNew: boolean;
}

export class Publication {
  readonly #options: PublicationOptions;
  #deployment: DeploymentState;
  #outputs: LocalOutputs | undefined;
  #ready: Ready | undefined;

  constructor(options: PublicationOptions) {
    this.#options = options;
    this.#deployment = { ...options.sources, isRunning: false };
  }

  /** `outputs` undefined: the stack is destroyed. */
  differs(outputs: LocalOutputs | undefined): boolean {
    return !isDeepStrictEqual(outputs, this.#outputs);
  }

  /** Writes every file but the ready file. The key is that of the last run, where it is still valid. */
  async update(outputs: LocalOutputs, region: string): Promise<Published> {
    const { folder, cloud, dashboardUrl } = this.#options;
    const { administrator: credentials, dynamodbEndpoint, dnsServer, internetFile } = cloud;
    const keysTable = outputs.tables.keys;
    // The built-in engine and Pulumi's have a cloud each, with a table of keys, and so a key each.
    const cloudFolder = dirname(cloud.authorityFile);
    const earlier = readPrivate(cloudFolder, LOCAL_FILES.key);
    const apiKey = await localKey(cloud, { region, table: keysTable, earlier });
    writePrivate(cloudFolder, LOCAL_FILES.key, apiKey);
    writePrivate(cloudFolder, LOCAL_FILES.authorization, `Authorization: Bearer ${apiKey}\n`);
    writeJson(folder, LOCAL_FILES.outputs, outputs);
    const environment = { dynamodbEndpoint, keysTable, region, credentials };
    writeJson(folder, LOCAL_FILES.environment, environment satisfies CloudEnvironment);
    this.#outputs = outputs;
    // Hosts that failed are not served.
    const served = Object.entries(outputs.hosts).filter(([, { certificate }]) => certificate === 'ISSUED');
    this.#ready = {
      apiUrl: outputs.baseUrl,
      docsUrl: outputs.docsUrl,
      hosts: Object.fromEntries(served.map(([host, { site, role, url }]) => [host, { site, role, url }])),
      ...{ apiKey, dashboardUrl, dnsServer, internetFile, deployment: this.#deployment },
      caFile: cloud.authorityFile,
      ...thisProcess(),
    };
    return { ready: this.#ready, isKeyNew: apiKey !== earlier };
  }

  /** The stack is destroyed: it has no outputs, no table and no host. */
  clear(): void {
    for (const name of ['outputs', 'environment'] as const)
      removeFile(this.#options.folder, LOCAL_FILES[name]);
    this.#outputs = undefined;
    if (this.#ready === undefined) return;
    this.#ready = { ...this.#ready, hosts: {} };
    this.writeReady();
  }

  /** What DNS has is not of the present internet file: other programs say so until it is read. Undefined: it was read. */
  noteRefusedInternet(problems: readonly ZoneFileProblem[] | undefined): void {
    this.#note({ refusedInternet: problems });
  }

  /**
   * A deployment of these sources, which other programs wait for from now on. After it, they count as deployed, also where they
   * were refused: nothing more happens to them.
   */
  async whileDeploying(
    sources: SourceStamps,
    signal: AbortSignal,
    deploy: () => Promise<void>,
  ): Promise<void> {
    this.#note({ isRunning: true });
    await deploy().finally(() => {
      // A run that is stopped has removed the file.
      if (!signal.aborted) this.#note({ ...sources, isRunning: false });
    });
  }

  #note(change: Partial<DeploymentState>): void {
    this.#deployment = { ...this.#deployment, ...change };
    if (this.#ready !== undefined) this.writeReady();
  }

  writeReady(): void {
    const ready = { ...this.#ready, deployment: this.#deployment };
    writeJson(this.#options.folder, LOCAL_FILES.ready, ready);
  }
}

/** Prints what changed; nothing where the outputs are the published ones, as after a deployment of this process. */
export async function followStack(
  shared: SharedStack,
  publication: Publication,
  region: string,
  out: Terminal,
): Promise<void> {
  const outputs = (await shared.outputs()) as LocalOutputs | undefined;
  if (!publication.differs(outputs)) return;
  if (outputs === undefined) {
    publication.clear();
    out.line(shown`  ${out.paint('yellow', '-')} the stack was destroyed: pulumi up deploys it again`);
    return;
  }
  const published = await publication.update(outputs, region);
  publication.writeReady();
  out.line(shown`  ${out.paint('cyan', '~')} the stack was changed by another run of the engine`);
  reportPublished(published, out);
}

/** What takes the place of a printed key. */
export function reportPublished({ isKeyNew, ready }: Published, out: Terminal): void {
  if (isKeyNew) out.line(shown`    new key   ${ready.apiKey}`);
}
