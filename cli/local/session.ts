// A running cloud with a stack in it, which is deployed at the start and whenever its sources change.
import { join, relative } from 'node:path';
import { pad, paragraph, shown, type Terminal } from '@petstore/custom-domains/output';
import { ZoneFileError } from '@petstore/local-cloud/dns/zone-file';
import { CancelledError, type Deployment } from '@petstore/local-cloud/engine/deployment';
import { ProblemsError } from '../../infra/config/problem.ts';
import { problemsInFile } from '../../infra/config/stack-file.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import { type BuiltArtifacts, buildArtifacts } from '../../infra/run/artifacts.ts';
import { type SourceStamps, stampOf } from '../local-files.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { seconds } from '../terminal.ts';
import { reportCancelled, reportChange, reportFailures } from './deployment-report.ts';
import { UNLOCK } from './engine-environment.ts';
import { startEngineStack } from './engine-stack.ts';
import { type LocalLog, localLog, reportLeftOut } from './local-log.ts';
import { type Deployer, loadLocalPlan, localStack, localStackFile, seedAccounts } from './local-stack.ts';
import { type LocalOutputs, Publication, type PublicationOptions, reportPublished } from './publication.ts';
import { firstResponse } from './request.ts';
import { inputProblems } from './start-plan.ts';
import { systemEvents, watchStamps } from './watch.ts';
import { welcome } from './welcome.ts';

interface SessionOptions extends PublicationOptions {
  readonly root: string;
  readonly out: Terminal;
  readonly signal: AbortSignal;
  readonly engine: boolean;
}

const STACK_FILE = 'Pulumi.local.yaml';
const INTERNET = 'the internet';
const SERVICE = 'service';
/** Pulumi's engine reads them for each deployment. */
const READ_BY_ENGINE: readonly string[] = ['infra', 'packages/custom-domains/src'];
/** Without it, they run in this process, and stay as they were read; the local cloud does so in either case. */
const LOADED = [...READ_BY_ENGINE, 'packages/local-cloud/src'];
const NOT_DEPLOYED = 'not deployed as its file is now; what was deployed last is served:';
/** The label of the state's file, which is no source. */
const STATE = 'state';
type Stamps = Readonly<Record<string, string>>;
const stampsOf = (present: Stamps): SourceStamps => ({
  stackFile: present[STACK_FILE] ?? '',
  internetFile: present[INTERNET] ?? '',
});
/** What has ended a deployment, and is deployed next. */
interface Late {
  readonly plan: StackPlan;
  readonly present: Stamps;
}

/** What continues from where a deployment was ended. */
const NEXT_RUN = 'the next npm run local';
const THE_CHANGE = 'the deployment of what has changed';

export class Session {
  readonly #options: SessionOptions;
  readonly #log: LocalLog;
  readonly #internetFile: string;
  #stack: Deployer | undefined;
  #built: { readonly source: string; readonly artifacts: BuiltArtifacts } | undefined;
  readonly #publication: Publication;
  #watcher: { close: () => void } | undefined;
  #isStarted = false;
  /** Ends the deployment under way. */
  #ending = new AbortController();
  #late: Late | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#internetFile = relative(process.cwd(), options.cloud.internetFile);
    this.#log = localLog(options.out, this.#internetFile, options.signal);
    this.#publication = new Publication(options);
  }

  /** Throws where nothing can be served. Hosts that fail are reported, and the others are served. */
  async start(plan: StackPlan): Promise<void> {
    const { out, cloud } = this.#options;
    out.line(shown`${out.paint('bold', 'petstore')} · local\n`);
    out.status(shown`  … function`);
    const built = performance.now();
    const { bundle } = await this.#build();
    const size = `${Math.round(bundle.bytes / 1024)} KB`;
    this.#done('function', `${size}, built in ${seconds(performance.now() - built)}`);
    const [httpPort, dnsPort] = [cloud.httpPort, cloud.dnsServer.split(':').pop()];
    this.#done('cloud', `https ${cloud.httpsPort} · http ${httpPort} · dns ${dnsPort}, all on 127.0.0.1`);
    this.#stack = await this.#deployer(plan);
    const first = Promise.withResolvers<Stamps>();
    const known = this.#watch(this.#stack, first.promise);
    const { outputs, region, dealtWith = known } = await this.#firstDeployment(plan, this.#stack);
    const { ready } = await this.#publication.update(outputs as unknown as LocalOutputs, region);
    await firstResponse(ready, cloud.authorityPem, this.#options.signal);
    // What the start leaves is 30 MB, which V8 would keep until something happens. The script's --expose-gc makes it possible.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    this.#isStarted = true;
    first.resolve(dealtWith);
    this.#publication.note(stampsOf(dealtWith));
    welcome(out, ready, this.#options.engine);
  }

  async close(): Promise<void> {
    this.#watcher?.close();
    await this.#stack?.close?.();
  }

  async #deployer(plan: StackPlan): Promise<Deployer> {
    const { out, cloud, engine } = this.#options;
    const onRefused = (text: string) => out.line(shown`  ${out.paint('yellow', '…')} ${text}`);
    const onLine = (line: string) => out.line(shown`${line}`);
    // The first deployment creates a hundred resources.
    const onCreated = (line: string) => (this.#isStarted ? onLine(line) : out.status(shown`${line}`));
    const print = { onRefused, onCreated, onLine };
    if (engine) return startEngineStack({ ...this.#options, region: plan.region, ...print });
    return localStack({
      ...this.#options,
      state: cloud.store,
      onChange: ({ name, action }) => out.status(shown`  … stack      ${action} ${name}`),
      log: this.#log,
    });
  }

  /** `dealtWith`: the sources of the change that it was begun anew for. */
  async #firstDeployment(given: StackPlan, stack: Deployer) {
    const { out, cloud } = this.#options;
    const started = performance.now();
    out.status(shown`  … stack`);
    seedAccounts(cloud, given);
    await stack.refresh?.(given);
    let deployment = await this.#deploy(given, stack);
    let late: Late | undefined;
    while (deployment.error instanceof CancelledError && this.#late !== undefined) {
      late = this.#late;
      reportCancelled(out, deployment, THE_CHANGE);
      seedAccounts(cloud, late.plan);
      deployment = await this.#deploy(late.plan, stack);
    }
    if (deployment.error instanceof CancelledError) reportCancelled(out, deployment, NEXT_RUN);
    if (deployment.outputs === undefined)
      throw deployment.error ?? deployment.failures[0]?.error ?? new Error('the stack could not be deployed');
    const { length } = deployment.changes;
    const what = this.#options.engine ? 'deployed by the engine' : `${length} resources`;
    if (deployment.error === undefined)
      this.#done('stack', `${what} in ${seconds(performance.now() - started)}`);
    else out.line(shown`  ${out.paint('yellow', '!')} ${pad('stack', 10)} ${NOT_DEPLOYED}`);
    reportFailures(out, deployment);
    if (this.#options.engine) reportLeftOut(out, deployment.outputs, this.#internetFile);
    this.#log.end();
    const { region } = late?.plan ?? given;
    return { outputs: deployment.outputs, region, dealtWith: late?.present };
  }

  async #deploy(plan: StackPlan, stack: Deployer): Promise<Deployment> {
    const artifacts = await this.#build();
    this.#log.begin(plan.hosts.map(({ host }) => host));
    this.#late = undefined;
    this.#ending = new AbortController();
    const signal = AbortSignal.any([this.#options.signal, this.#ending.signal]);
    const deployment = await stack.deploy(plan, artifacts, signal);
    const { error } = deployment;
    if (!(error instanceof ProblemsError)) return deployment;
    // The program has the config without its file.
    return { ...deployment, error: problemsInFile(error.problems, this.#options.root, LOCAL_STACK) };
  }

  /** The sources are compared each time: a deployment never leaves older code running than that of the checkout. */
  async #build(): Promise<BuiltArtifacts> {
    const source = stampOf(join(this.#options.root, SERVICE));
    if (source !== this.#built?.source) this.#built = { source, artifacts: await buildArtifacts() };
    return this.#built.artifacts;
  }

  #done(what: string, text: string): void {
    const { out } = this.#options;
    out.line(shown`  ${out.paint('green', '✓')} ${pad(what, 10)} ${text}`);
  }

  /**
   * Stamps are taken in front of the reading: a later change is one more deployment. What changes while another run has the stack's
   * lock is deployed when that has ended.
   */
  #watch(stack: Deployer, first: Promise<Stamps>): Stamps {
    const { root, cloud, signal, sources, out } = this.#options;
    const read = () => ({
      [STACK_FILE]: stampOf(localStackFile(root)),
      [INTERNET]: stampOf(cloud.internetFile),
      [SERVICE]: stampOf(join(root, SERVICE)),
      ...Object.fromEntries(LOADED.map((folder) => [folder, stampOf(join(root, folder))])),
      [STATE]: stack.shared === undefined ? '' : stampOf(stack.shared.stateFile),
    });
    const deployed = { [STACK_FILE]: sources.stackFile, [INTERNET]: sources.internetFile };
    let waitsFor: number | undefined;
    const mayDeploy = (labels: ReadonlySet<string>) => {
      const holder = stack.shared?.lockHolder();
      if (holder === undefined || [...labels].every((label) => label === STATE)) return holder === undefined;
      const text = `waiting until process ${holder} has released the lock of the stack; ${UNLOCK}`;
      if (holder !== waitsFor) out.line(shown`  ${out.paint('yellow', '…')} ${text}`);
      waitsFor = holder;
      return false;
    };
    const known = { ...read(), ...deployed, [SERVICE]: this.#built?.source ?? '' };
    const onChange = async (labels: ReadonlySet<string>, present: Stamps) => {
      let isDone = true;
      const deploy = async () => {
        isDone = await this.#changed(stack, labels).catch((error) => this.#reportError(error));
      };
      await this.#publication.whileDeploying(stampsOf(present), signal, deploy);
      return isDone;
    };
    const folders = [SERVICE, ...LOADED].map((folder) => join(root, folder));
    const files = [
      localStackFile(root),
      cloud.internetFile,
      ...(stack.shared ? [stack.shared.stateFile] : []),
    ];
    this.#watcher = watchStamps({
      ...{ read, known, first, mayCall: mayDeploy, onChange },
      onLate: (labels, present) => this.#changedMeanwhile(stack, labels, present),
      events: (onEvent) => systemEvents(folders, files, onEvent),
    });
    return known;
  }

  /**
   * What changes during a deployment: it reads the zone file at once, so that what waits for a record gets it, and any other source ends
   * it, if it can be deployed in its place.
   */
  #changedMeanwhile(stack: Deployer, labels: ReadonlySet<string>, present: Stamps): void {
    try {
      if (labels.has(INTERNET)) this.#reloadInternet();
      const ending = [STACK_FILE, SERVICE, ...(stack.shared === undefined ? [] : READ_BY_ENGINE)];
      if (!ending.some((label) => labels.has(label))) return;
      this.#late = { plan: loadLocalPlan(this.#options.root), present };
      this.#ending.abort(new Error('a source has changed'));
    } catch {
      // A file that is refused is reported after the deployment, which goes on.
    }
  }

  /**
   * Deploys a change of sources, or follows another run. Where it throws, what was served before is served still. False where another
   * run has taken the stack's lock since it was looked at, so that the change is still to be deployed.
   */
  async #changed(stack: Deployer, labels: ReadonlySet<string>): Promise<boolean> {
    const { out, cloud, root } = this.#options;
    const sources = [...labels].filter((label) => label !== STATE);
    if (sources.length === 0 && stack.shared !== undefined) {
      await this.#publication.follow(stack.shared, loadLocalPlan(root).region, out);
      return true;
    }
    out.line(shown`  ${out.paint('cyan', '~')} ${sources.join(', ')} changed`);
    const isByEngine = (label: string) => stack.shared !== undefined && READ_BY_ENGINE.includes(label);
    const kept = LOADED.filter((folder) => labels.has(folder) && !isByEngine(folder));
    for (const folder of kept) {
      const text = `${folder} takes effect when npm run local is started again`;
      out.line(shown`  ${out.paint('yellow', '!')} ${text}`);
    }
    if (kept.length === sources.length) return true;
    const started = performance.now();
    const isRefused = labels.has(INTERNET) && !this.#reloadInternet();
    if (isRefused && sources.length === 1) return true;
    const plan = loadLocalPlan(root);
    seedAccounts(cloud, plan);
    const deployment = await this.#deploy(plan, stack);
    this.#report(plan, deployment, performance.now() - started);
    const isLocked = deployment.error !== undefined && stack.shared?.lockHolder() !== undefined;
    if (deployment.outputs !== undefined) {
      const outputs = deployment.outputs as unknown as LocalOutputs;
      reportPublished(await this.#publication.update(outputs, plan.region), out);
    }
    return !isLocked;
  }

  /** Whether it was read: a file that is refused leaves DNS as it was, which is reported here and to other programs. */
  #reloadInternet(): boolean {
    try {
      this.#options.cloud.reloadInternet();
      this.#publication.note({ refusedInternet: undefined });
      return true;
    } catch (error) {
      if (!(error instanceof ZoneFileError)) throw error;
      this.#publication.note({ refusedInternet: error.problems });
      this.#reportError(error);
      return false;
    }
  }

  /** A wait that ends because the run is stopped is not an error. True, as trying it again reports it again. */
  #reportError(error: unknown): true {
    const { out, signal } = this.#options;
    if (signal.aborted) return true;
    const text = inputProblems(error, '; it was not read') ?? (error as Error).message;
    out.line(shown`  ${out.paint('red', paragraph(`✗ ${text.replace(/\n(?=.)/g, '\n  ')}`))}`);
    return true;
  }

  /** The real engine has printed its changes itself. */
  #report(plan: StackPlan, deployment: Deployment, ms: number): void {
    const { out, engine } = this.#options;
    if (deployment.error instanceof CancelledError)
      reportCancelled(out, deployment, this.#late === undefined ? NEXT_RUN : THE_CHANGE);
    else if (engine) {
      reportFailures(out, deployment);
      reportLeftOut(out, deployment.outputs, this.#internetFile);
    } else reportChange(out, deployment, new Map(plan.hosts.map((host) => [host.host, host])), ms);
    this.#log.end();
  }
}
