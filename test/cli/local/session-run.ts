// A run of `npm run local` in this process, without its start and its lock: the cloud, its stack, and what is printed.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shown } from '@petstore/custom-domains/output';
import { type Cloud, startCloud } from '@petstore/local-cloud/cloud';
import { hashSources, type SourceFiles } from '../../../cli/deployed-sources.ts';
import { loadLocalPlan } from '../../../cli/local/local-stack.ts';
import { Session } from '../../../cli/local/session.ts';
import type { Ready } from '../../../cli/local-files.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { until } from './support.ts';

const STACK_FILE = 'Pulumi.local.yaml';
const ZONE = 'internet.zone';

export class SessionRun {
  /** The project's, with its stack's file, its internet file and an empty `service/`. */
  readonly root = mkdtempSync(join(tmpdir(), 'petstore-session-'));
  readonly folder = join(this.root, '.local');
  readonly files: SourceFiles = {
    stackFile: join(this.root, STACK_FILE),
    internetFile: join(this.root, ZONE),
  };
  readonly statuses: string[] = [];
  readonly #lines: string[] = [];
  #stop = new AbortController();
  #cloud: Cloud | undefined;
  #session: Session | undefined;

  constructor() {
    mkdirSync(join(this.root, 'service'));
    mkdirSync(this.folder);
    copyFileSync(STACK_FILE, this.files.stackFile);
    copyFileSync(join('cli/local', ZONE), this.files.internetFile);
  }

  edit(file: keyof SourceFiles, from: string, to: string): void {
    const path = this.files[file];
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  }

  /** A file for other programs. */
  read<Content>(name: string): Content {
    return JSON.parse(readFileSync(join(this.folder, name), 'utf8'));
  }

  get cloud(): Cloud {
    if (this.#cloud === undefined) throw new Error('it was not started');
    return this.#cloud;
  }

  get ready(): Ready {
    return this.read('ready.json');
  }

  /** Resolves to what it has printed. `sources`: those of the plan; a later change is found by the run. */
  async start({ engine = false, sources = hashSources(this.files) } = {}): Promise<string> {
    const { root, folder } = this;
    this.#cloud ??= await startCloud({
      ...{ folder, region: 'eu-west-1', ports: { https: 0, http: 0, dns: 0 } },
      ...{ internetFile: this.files.internetFile, log: () => undefined },
    });
    this.#stop = new AbortController();
    this.#session = new Session({
      ...{ root, folder, cloud: this.#cloud, out: this.#screen(), signal: this.#stop.signal },
      ...{ dashboardUrl: 'http://domains.localhost/', sources, engine, again: 'npm run local' },
    });
    await this.#session.start(loadLocalPlan(root));
    return this.printed();
  }

  /** What it prints until the deployments of that change have ended. `last`: of their last line. */
  async after(change: () => void, last: RegExp): Promise<string> {
    change();
    await until(() => last.test(this.#lines.join('\n')) && !this.ready.deployment.isRunning);
    return this.printed();
  }

  /** What it prints until there is such a line. */
  async until(line: RegExp): Promise<string> {
    await until(() => line.test(this.#lines.join('\n')));
    return this.printed();
  }

  /** As Ctrl-C does. */
  abort(): void {
    this.#stop.abort(new Error('stopped'));
  }

  async close(): Promise<void> {
    await this.#session?.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await this.#cloud?.close();
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }

  #screen(): Terminal {
    return {
      ...{ isTerminal: false, columns: Number.POSITIVE_INFINITY },
      line: (text) => void this.#lines.push(String(text ?? '')),
      status: (text) => void this.statuses.push(String(text)),
      paint: (_style, text) => shown`${text}`,
    };
  }

  /** Since it was read last; without what differs between runs. */
  printed(): string {
    return this.#lines
      .splice(0)
      .join('\n')
      .replaceAll(/pets_test_\w+/g, 'KEY')
      .replaceAll(/[^\s:]*petstore-session-\w+/g, 'ROOT')
      .replace(/(:|https |http |dns |-p )\d{4,5}\b/g, '$1PORT')
      .replace(/\d+ KB/g, 'SIZE KB')
      .replace(/\d+\.\d s\b/g, 'TIME s');
  }
}
