// The files that other commands read, kept the same as the stack's present outputs; and the API key among them, created as by
// `npm run keys -- create`, and the same in every run.
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { shown, type Terminal } from '@petstore/custom-domains/output';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { deployedIn, type HostOutput } from '../../infra/hosts/host-output.ts';
import { createDynamo } from '../../service/dynamo/client.ts';
import { createKeyAdmin, hashKey, isExpired } from '../../service/keys/index.ts';
import {
  type CloudEnvironment,
  type DeploymentState,
  LOCAL_FILES,
  LOCAL_KEY_NAME,
  type Ready,
  readPrivate,
  removeFile,
  type SourceStamps,
  writeJson,
  writePrivate,
} from '../local-files.ts';
import { thisProcess } from '../lock-file.ts';
import type { SharedStack } from './local-stack.ts';

export interface LocalOutputs {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly hosts: Readonly<Record<string, HostOutput>>;
  readonly tables: { readonly pets: string; readonly keys: string };
}

export interface PublicationOptions {
  /** `.local`. */
  readonly folder: string;
  readonly cloud: Cloud;
  readonly dashboardUrl: string;
  /** Those that the plan of the start was made of. */
  readonly sources: SourceStamps;
}

interface Published {
  readonly ready: Ready;
  /** Another key than before: the one before was revoked, or is in a table that was destroyed. */
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

  /** Writes every file but the ready file. The key is that of the last run, where it was not revoked. */
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
    // Nothing leads here for one that failed, that is not verified, whose move has not ended, or whose owner has not set its routing record.
    const served = [...deployedIn(outputs.hosts)].filter(
      ([, { attached, waiting, routingAwaitedUntil }]) => attached && !(waiting ?? routingAwaitedUntil),
    );
    this.#ready = {
      apiUrl: outputs.baseUrl,
      docsUrl: outputs.docsUrl,
      hosts: Object.fromEntries(
        served.map(([host, { site, role, url = '' }]) => [host, { site, role, url }]),
      ),
      ...{ apiKey, dashboardUrl, dnsServer, internetFile, deployment: this.#deployment },
      caFile: cloud.authorityFile,
      ...thisProcess(),
    };
    return { ready: this.#ready, isKeyNew: apiKey !== earlier };
  }

  /** The stack is destroyed: it has no outputs, no table and no host. */
  #clear(): void {
    for (const name of ['outputs', 'environment'] as const)
      removeFile(this.#options.folder, LOCAL_FILES[name]);
    this.#outputs = undefined;
    if (this.#ready === undefined) return;
    this.#ready = { ...this.#ready, hosts: {} };
    this.writeReady();
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
    this.note({ isRunning: true });
    await deploy().finally(() => {
      // A run that is stopped has removed the file.
      if (!signal.aborted) this.note({ ...sources, isRunning: false });
    });
  }

  /** Other programs see it from now on. */
  note(change: Partial<DeploymentState>): void {
    this.#deployment = { ...this.#deployment, ...change };
    if (this.#ready !== undefined) this.writeReady();
  }

  writeReady(): void {
    const ready = { ...this.#ready, deployment: this.#deployment };
    writeJson(this.#options.folder, LOCAL_FILES.ready, ready);
  }

  /** Prints what another run changed; nothing where the outputs are the published ones, as after a deployment of this process. */
  async follow(shared: SharedStack, region: string, out: Terminal): Promise<void> {
    const outputs = (await shared.outputs()) as LocalOutputs | undefined;
    if (isDeepStrictEqual(outputs, this.#outputs)) return;
    if (outputs === undefined) {
      this.#clear();
      out.line(shown`  ${out.paint('yellow', '-')} the stack was destroyed: pulumi up deploys it again`);
      return;
    }
    const published = await this.update(outputs, region);
    this.writeReady();
    out.line(shown`  ${out.paint('cyan', '~')} the stack was changed by another run of the engine`);
    reportPublished(published, out);
  }
}

/** What takes the place of a printed key. */
export function reportPublished({ isKeyNew, ready }: Published, out: Terminal): void {
  if (isKeyNew) out.line(shown`    new key   ${ready.apiKey}`);
}

/** `earlier`, the key of the last run, where it was not revoked; else a new one. No other key of this name remains. */
export async function localKey(
  {
    dynamodbEndpoint: endpoint,
    administrator: credentials,
  }: Pick<Cloud, 'dynamodbEndpoint' | 'administrator'>,
  { region, table, earlier = '' }: { region: string; table: string; earlier?: string },
): Promise<string> {
  const admin = createKeyAdmin(createDynamo({ region, endpoint, credentials }), table);
  const ours = (await admin.listKeys()).filter(({ name }) => name === LOCAL_KEY_NAME);
  const valid = ours.find((one) => one.hash === hashKey(earlier) && !isExpired(one, Date.now()));
  const others = ours.filter((record) => record !== valid);
  await Promise.all(others.map(({ hash }) => admin.revokeKey(hash)));
  if (valid !== undefined) return earlier;
  const { key, unconfirmed } = await admin.createKey({ name: LOCAL_KEY_NAME, prefix: 'pets_test_' });
  if (unconfirmed !== undefined) throw unconfirmed;
  return key;
}
