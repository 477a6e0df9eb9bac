// A running cloud with a stack in it, which is deployed at the start and whenever its sources change.
import { join } from 'node:path';
import { pad, paragraph, shown } from '@petstore/custom-domains/output';
import type { Cloud } from '@petstore/local-cloud/cloud';
import type { Deployment } from '@petstore/local-cloud/engine/deployment';
import { Store } from '@petstore/local-cloud/store';
import type { StackPlan } from '../../infra/plan/types.ts';
import { type BuiltArtifacts, buildArtifacts } from '../../infra/run/artifacts.ts';
import { LOCAL_FILES, type Ready, writeJson } from '../local-files.ts';
import { seconds, type Terminal } from '../terminal.ts';
import { createFirstKey } from './create-key.ts';
import { preflightLog, reportChange, reportFailures } from './deployment-report.ts';
import { EngineStack } from './engine-stack.ts';
import { firstResponse } from './first-response.ts';
import { inputProblems } from './input-problems.ts';
import { type Deployer, LocalStack, loadLocalPlan, localStackFile } from './local-stack.ts';
import { type LocalOutputs, readyOf } from './ready.ts';
import { type Watched, watchFiles } from './watch.ts';
import { welcome } from './welcome.ts';

export interface SessionOptions {
  readonly root: string;
  readonly folder: string;
  readonly cloud: Cloud;
  readonly out: Terminal;
  readonly signal: AbortSignal;
  /** Deploy with the real Pulumi engine. */
  readonly engine: boolean;
}

export class Session {
  readonly #options: SessionOptions;
  #stack: Deployer | undefined;
  #artifacts: BuiltArtifacts | undefined;
  #ready: Ready | undefined;
  #apiKey = '';
  #watcher: { close: () => void } | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Throws where nothing can be served. Hosts that fail are reported, and the others are served. */
  async start(plan: StackPlan): Promise<void> {
    const { out, cloud, folder } = this.#options;
    out.line(shown`${out.paint('bold', 'petstore')} · local\n`);
    out.status(shown`  … function`);
    const built = performance.now();
    this.#artifacts = await buildArtifacts();
    const size = `${Math.round(this.#artifacts.bundle.bytes / 1024)} KB`;
    this.#done('function', `${size}, built in ${seconds(performance.now() - built)}`);
    this.#done(
      'cloud',
      `https ${cloud.httpsPort} · http ${cloud.httpPort} · dns ${cloud.dnsServer.split(':').pop()}, all on 127.0.0.1`,
    );
    this.#stack = await this.#deployer(plan);
    const deployment = await this.#firstDeployment(plan, this.#stack);
    const outputs = deployment.outputs as unknown as LocalOutputs;
    this.#apiKey = await createFirstKey(cloud.dynamodbEndpoint, plan.region, outputs.tables.keys);
    this.#publish(plan, outputs);
    const ready = this.#ready as Ready;
    await firstResponse(ready, cloud.authorityPem, this.#options.signal);
    this.#watch(this.#stack);
    writeJson(folder, LOCAL_FILES.ready, ready);
    welcome(out, ready, cloud);
  }

  async close(): Promise<void> {
    this.#watcher?.close();
    await this.#stack?.close();
  }

  #deployer(plan: StackPlan): Promise<Deployer> {
    const { out, folder, engine } = this.#options;
    if (engine) return EngineStack.start({ ...this.#options, region: plan.region });
    const stack = new LocalStack({
      ...this.#options,
      state: new Store(join(folder, LOCAL_FILES.state)),
      onChange: ({ name, action }) => out.status(shown`  … stack      ${action} ${name}`),
      log: preflightLog(out),
    });
    return Promise.resolve(stack);
  }

  async #firstDeployment(plan: StackPlan, stack: Deployer): Promise<Deployment> {
    const { out, cloud } = this.#options;
    const started = performance.now();
    out.status(shown`  … stack`);
    cloud.seedZones(plan.settings.zones);
    await stack.refresh(plan);
    const deployment = await stack.deploy(plan, this.#artifacts as BuiltArtifacts);
    if (deployment.outputs === undefined) throw deployment.error ?? firstFailure(deployment);
    const count = deployment.changes.length;
    const what = this.#options.engine ? 'deployed by the engine' : `${count} resources`;
    this.#done('stack', `${what} in ${seconds(performance.now() - started)}`);
    reportFailures(out, deployment);
    return deployment;
  }

  #done(what: string, text: string): void {
    const { out } = this.#options;
    out.line(shown`  ${out.paint('green', '✓')} ${pad(what, 10)} ${text}`);
  }

  /** Writes the files for other programs, except the ready file, which is written last. */
  #publish(plan: StackPlan, outputs: LocalOutputs): void {
    const { folder, cloud } = this.#options;
    writeJson(folder, LOCAL_FILES.outputs, outputs);
    writeJson(folder, LOCAL_FILES.environment, {
      dynamodbEndpoint: cloud.dynamodbEndpoint,
      keysTable: outputs.tables.keys,
      region: plan.region,
    });
    this.#ready = readyOf(outputs, cloud, this.#apiKey);
  }

  #watch(stack: Deployer): void {
    const { root, cloud } = this.#options;
    const files: Watched[] = [
      { path: localStackFile(root), folder: false, label: 'Pulumi.local.yaml' },
      { path: cloud.internetFile, folder: false, label: 'the internet' },
      { path: join(root, 'service'), folder: true, label: 'service' },
    ];
    this.#watcher = watchFiles(files, (labels) => this.#again(stack, labels));
  }

  /** Deploys a change. Failures are reported, and what was served before is served still. */
  async #again(stack: Deployer, labels: ReadonlySet<string>): Promise<void> {
    const { out, cloud, root, folder } = this.#options;
    out.line(shown`  ${out.paint('cyan', '~')} ${[...labels].join(', ')} changed`);
    const started = performance.now();
    try {
      if (labels.has('the internet')) cloud.reloadInternet();
      const plan = loadLocalPlan(root);
      if (labels.has('service')) this.#artifacts = await buildArtifacts();
      cloud.seedZones(plan.settings.zones);
      const deployment = await stack.deploy(plan, this.#artifacts as BuiltArtifacts);
      this.#report(plan, deployment, performance.now() - started);
      if (deployment.outputs === undefined) return;
      this.#publish(plan, deployment.outputs as unknown as LocalOutputs);
      writeJson(folder, LOCAL_FILES.ready, this.#ready);
    } catch (error) {
      const text = inputProblems(error) ?? `  ✗ ${(error as Error).message}`;
      out.line(out.paint('red', paragraph(text)));
    }
  }

  /** The real engine has printed its changes itself. */
  #report(plan: StackPlan, deployment: Deployment, ms: number): void {
    const { out, engine } = this.#options;
    if (engine) reportFailures(out, deployment);
    else reportChange(out, deployment, new Set(plan.hosts.map(({ host }) => host)), ms);
  }
}

function firstFailure({ failures }: Deployment): Error {
  return failures[0]?.error ?? new Error('the stack could not be deployed');
}
