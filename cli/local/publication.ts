// The files that other commands read, kept the same as the stack's present outputs.
import { isDeepStrictEqual } from 'node:util';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { type CloudEnvironment, LOCAL_FILES, type Ready, removeFile, writeJson } from '../local-files.ts';
import { createFirstKey } from './create-key.ts';
import { type LocalOutputs, readyOf } from './ready.ts';

export interface Published {
  readonly ready: Ready;
  /** The table of the keys is another one, so there is another key. */
  readonly isKeyNew: boolean;
}

export class Publication {
  readonly #folder: string;
  readonly #cloud: Cloud;
  #outputs: LocalOutputs | undefined;
  #ready: Ready | undefined;

  constructor(folder: string, cloud: Cloud) {
    this.#folder = folder;
    this.#cloud = cloud;
  }

  /** `outputs` undefined: the stack is destroyed. */
  differs(outputs: LocalOutputs | undefined): boolean {
    return !isDeepStrictEqual(outputs, this.#outputs);
  }

  /** Writes every file but the ready file. Creates a key where the table of the keys is another one than before. */
  async update(outputs: LocalOutputs, region: string): Promise<Published> {
    const { administrator: credentials, dynamodbEndpoint } = this.#cloud;
    const keysTable = outputs.tables.keys;
    const isKeyNew = this.#outputs?.tables.keys !== keysTable;
    const apiKey =
      isKeyNew || this.#ready === undefined
        ? await createFirstKey(this.#cloud, region, keysTable)
        : this.#ready.apiKey;
    writeJson(this.#folder, LOCAL_FILES.outputs, outputs);
    const environment = { dynamodbEndpoint, keysTable, region, credentials };
    writeJson(this.#folder, LOCAL_FILES.environment, environment satisfies CloudEnvironment);
    this.#outputs = outputs;
    this.#ready = readyOf(outputs, this.#cloud, apiKey);
    return { ready: this.#ready, isKeyNew };
  }

  /** The stack is destroyed: it has no outputs, no table and no host. */
  clear(): void {
    removeFile(this.#folder, LOCAL_FILES.outputs);
    removeFile(this.#folder, LOCAL_FILES.environment);
    this.#outputs = undefined;
    if (this.#ready === undefined) return;
    this.#ready = { ...this.#ready, hosts: {} };
    this.writeReady();
  }

  writeReady(): void {
    writeJson(this.#folder, LOCAL_FILES.ready, this.#ready);
  }
}
