// The local stack deployed by the real Pulumi engine, with a file backend under `.local/`.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CancelledError, type Deployment } from '@petstore/local-cloud/engine/deployment';
import { type Providers, serveProviders } from '@petstore/local-cloud/provider/packages';
import type { StackPlan } from '../../infra/plan/types.ts';
import { CommandError } from '../command-error.ts';
import { writePrivate } from '../local-files.ts';
import { LOCAL_STACK, PROJECT } from '../stack-names.ts';
import { checkpointFile, deployedRegion, StackLock } from './engine-backend.ts';
import { type EngineLocation, engineEnvironment, findPulumi, NO_PULUMI } from './engine-environment.ts';
import { ENVIRONMENT_FILE, environmentFile, writtenAddresses } from './environment-file.ts';
import type { Deployer, SharedStack } from './local-stack.ts';
import { requireSameRegion } from './local-stack.ts';

export interface EngineStackOptions extends Omit<EngineLocation, 'providers'> {
  readonly region: string;
  /** Of another run like this. */
  readonly again: string;
  readonly signal: AbortSignal;
  /** A deployment waits, for the reason in the text. */
  readonly onWait: (text: string) => void;
}

/** Deployments that another run came in front of. */
const MAX_TRIES = 3;

/** The engine has just told of the lock in its own words, which advise `pulumi cancel`: that would take it from a run under way. */
function repeatedAfter(pid: number): string {
  return `another run of the engine (process ${pid}) took the stack's lock first: this one is repeated when that ends, without pulumi cancel`;
}

/** As where its interpreter is missing, or it is of another machine's kind: it is there, and may be executed. */
const notStarted = (pulumi: string, reason: string): string =>
  `${pulumi} cannot be started (${reason})\n  get it anew  https://www.pulumi.com/docs/install/`;

export class EngineStack implements Deployer {
  readonly #options: EngineStackOptions;
  readonly #pulumi: string;
  readonly #providers: Providers;
  readonly #environment: Record<string, string>;
  /** Of Pulumi's file backend. */
  readonly #backend: string;
  readonly #lock: StackLock;

  private constructor(options: EngineStackOptions, pulumi: string, providers: Providers) {
    this.#options = options;
    this.#pulumi = pulumi;
    this.#providers = providers;
    this.#environment = engineEnvironment({ ...options, providers: providers.addresses });
    this.#backend = join(options.folder, 'pulumi', '.pulumi');
    this.#lock = new StackLock(join(this.#backend, 'locks', 'organization', PROJECT, LOCAL_STACK));
  }

  /** Serves the providers and creates the stack; throws CommandError where there is no `pulumi`. */
  static async start(options: EngineStackOptions): Promise<EngineStack> {
    const pulumi = findPulumi();
    if (pulumi === undefined) throw new CommandError(NO_PULUMI);
    // A shell that sourced the file of the last run still reaches them, where their ports are free.
    const earlier = writtenAddresses(options.folder);
    const providers = await serveProviders(options.cloud.registry, options.region, earlier);
    const stack = new EngineStack(options, pulumi, providers);
    mkdirSync(join(options.folder, 'pulumi'), { recursive: true });
    writePrivate(options.folder, ENVIRONMENT_FILE, environmentFile(stack.#environment, options));
    await stack.#run(['stack', 'select', LOCAL_STACK, '--create', '--non-interactive'], 'quiet');
    return stack;
  }

  /** Not here: the engine has a command of its own, `pulumi refresh`. */
  async refresh(): Promise<void> {}

  /** The program itself reads the config and builds the content. */
  async deploy({ region }: Pick<StackPlan, 'region'>): Promise<Deployment> {
    const { root, folder, again } = this.#options;
    const deployed = deployedRegion(folder);
    requireSameRegion(root, { region, deployed, again: `${again} --fresh` });
    const isDeployed = await this.#up();
    const outputs = this.#options.signal.aborted ? undefined : await this.#outputs();
    if (this.#options.signal.aborted)
      return { outputs: undefined, changes: [], failures: [], error: new CancelledError() };
    const error = isDeployed
      ? undefined
      : new CommandError('the engine could not deploy everything: see above');
    return { outputs, changes: [], failures: [], error };
  }

  /** Another run may take the lock between the wait and this run, which then fails at once and is repeated. */
  async #up(): Promise<boolean> {
    const { onWait, signal } = this.#options;
    let onHeld = (pid: number) =>
      onWait(`another run of the engine (process ${pid}) holds the stack's lock: waiting until it ends`);
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      await this.#lock.released(signal, onHeld);
      // Nobody approves a preview here: with it, the program runs twice, and the first deployment takes 20 s in place of 13 s.
      const { status } = await this.#run(
        ['up', '--yes', '--skip-preview', '--non-interactive', '--color', 'auto'],
        'shown',
      );
      if (status === 0) return true;
      const pid = this.#lock.holder();
      if (pid === undefined) return false;
      if (tries < MAX_TRIES) onWait(repeatedAfter(pid));
      // Said just now.
      onHeld = () => undefined;
    }
    return false;
  }

  /** Without the table of the keys, which every deployed stack has, the stack is destroyed or only begun. */
  async #outputs(): Promise<Record<string, unknown> | undefined> {
    const { text } = await this.#run(['stack', 'output', '--json'], 'quiet');
    const outputs = JSON.parse(text) as Record<string, unknown>;
    return outputs.tables === undefined ? undefined : outputs;
  }

  get shared(): SharedStack {
    return {
      stateFile: checkpointFile(this.#options.folder),
      outputs: async () => {
        await this.#lock.released(this.#options.signal, () => undefined);
        return this.#outputs();
      },
    };
  }

  async close(): Promise<void> {
    await this.#providers.close();
  }

  /** A quiet run throws where it fails; a shown one has printed the reason. */
  #run(args: readonly string[], output: 'shown' | 'quiet'): Promise<{ status: number; text: string }> {
    const { root, signal } = this.#options;
    const child = spawn(this.#pulumi, args, {
      cwd: root,
      env: { ...process.env, ...this.#environment },
      // A process group of its own: Ctrl-C of a terminal is sent to the whole group, and the engine would count it and the
      // signal below as the two that end it at once, which leaves the stack locked and resources that no state has.
      detached: process.platform !== 'win32',
      stdio: ['ignore', output === 'shown' ? 'inherit' : 'pipe', output === 'shown' ? 'inherit' : 'pipe'],
    });
    // The engine cancels its operations and leaves a stack that can be deployed again.
    const interrupt = () => child.kill('SIGINT');
    signal.addEventListener('abort', interrupt, { once: true });
    // The second Ctrl-C ends this process at once, and the engine with it.
    process.once('exit', interrupt);
    let text = '';
    let errors = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk;
    });
    return new Promise((resolve, reject) => {
      child.on('error', ({ message }) => reject(new CommandError(notStarted(this.#pulumi, message))));
      child.on('close', (code) => {
        signal.removeEventListener('abort', interrupt);
        process.off('exit', interrupt);
        if (code !== 0 && output === 'quiet')
          reject(new CommandError(`pulumi ${args.join(' ')}: ${errors.trim()}`));
        else resolve({ status: code ?? 1, text });
      });
    });
  }
}
