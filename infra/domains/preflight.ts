// The preflight in the real engine: a hook that runs, in preview and in up, only for what is about to be created.
import * as pulumi from '@pulumi/pulumi';
import { hostNames } from '../plan/names.ts';
import type { HostFacts } from '../plan/types.ts';
import { letThrough, type Warn } from '../preflight/gate.ts';
import { createReader, type ReaderOptions } from '../preflight/reader/reader.ts';

/**
 * One for a program: it reads live DNS once for all hosts, and stops each that is blocked before the first of its
 * resources is created. To be made inside the program, where there is an engine to register the hook with.
 */
export class Preflight {
  readonly #hosts = new Map<string, HostFacts>();
  readonly #hook: pulumi.ResourceHook;

  /** `warn` is told of what does not stop a host. Throws ResolverError where there is no resolver. */
  constructor(dns: ReaderOptions = {}, warn: Warn = logWarning) {
    const reader = createReader(dns);
    const ask = async ({ name }: { readonly name: string }) => {
      const host = this.#hosts.get(name);
      if (host !== undefined) await letThrough(host, { reader, warn, has: deployedResources() });
    };
    this.#hook = new pulumi.ResourceHook('preflight', ask, { onDryRun: true });
  }

  /** What the host's certificate, its first resource, is to be created with. */
  hookOf(host: HostFacts): pulumi.ResourceHook {
    this.#hosts.set(hostNames(host.host).certificate, host);
    return this.#hook;
  }
}

/** By logical name; the state is read once, where it is asked for. */
function deployedResources(): (name: string) => Promise<boolean> {
  const stackName = [pulumi.getOrganization(), pulumi.getProject(), pulumi.getStack()].join('/');
  let names: Promise<Set<string>> | undefined;
  const ask = async (token: string, args: Record<string, string>) =>
    ((await pulumi.runtime.invoke(`pulumi:pulumi:${token}`, args)) as { outputs: object }).outputs;
  const read = async () => {
    // Of a stack that was never deployed Pulumi can read the outputs, which are none, but not the resources.
    const isDeployed = Object.keys(await ask('readStackOutputs', { name: stackName })).length > 0;
    const resources = isDeployed ? await ask('readStackResourceOutputs', { stackName }) : {};
    return new Set(Object.keys(resources).map((urn) => urn.split('::').slice(3).join('::')));
  };
  return async (name) => {
    // Where it can't be found out the host stays blocked, and its findings are what is shown.
    names ??= read().catch(() => new Set());
    return (await names).has(name);
  };
}

function logWarning(host: string, text: string): void {
  pulumi.log.warn(`${host}\n${text}`);
}
